import type { OpenRepository } from '../open-repository.ts';

/** How to build the applications, with the command if it is known: `build (npm run build in apps/shop)`. */
export function buildWords(
  { files, repository }: Pick<OpenRepository, 'files' | 'repository'>,
  applications: readonly string[],
): string {
  const [folder = '', other] = applications;
  if (other !== undefined) return 'build the applications';
  if (!hasBuildScript(files.read(folder === '' ? 'package.json' : `${folder}/package.json`)))
    return 'build the application';
  return `build (${repository.packageManager} run build${folder === '' ? '' : ` in ${folder}`})`;
}

function hasBuildScript(manifest = ''): boolean {
  try {
    const { scripts } = Object(JSON.parse(manifest)) as { scripts?: { build?: unknown } | null };
    return typeof scripts?.build === 'string';
  } catch {
    return false;
  }
}
