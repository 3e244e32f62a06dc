import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveRelease } from '@adit/monitoring-config';

/** The release: the given one, else that of the variables, else name and version of the application's package. */
export function readRelease(root: string, given?: string): string | undefined {
  return deriveRelease(process.env, given) ?? packageRelease(root);
}

function packageRelease(root: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Partial<
      Record<'name' | 'version', string>
    >;
    // Sentry accepts no slash in a release.
    return name && version && `${name.replace(/^@/, '').replaceAll('/', '-')}@${version}`;
  } catch {
    return undefined;
  }
}
