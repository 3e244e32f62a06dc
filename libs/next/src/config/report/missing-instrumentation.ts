import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const WRITE = `export { register, onRequestError } from '@adit/next/instrumentation'`;
const NAME = /^instrumentation\.(?:[^.]+\.)*[cm]?[jt]sx?$/;

/**
 * The error for a missing file. Next looks for it next to the folder of its routes, with the endings in
 * `pageExtensions`.
 */
export function missingInstrumentation(root: string, pageExtensions: readonly string[]): Error {
  const isInSource = ['src/app', 'src/pages'].some((folder) => existsSync(join(root, folder)));
  const wanted = `${isInSource ? 'src/' : ''}instrumentation.${pageExtensions.find((it) => /ts$/.test(it)) ?? pageExtensions[0] ?? 'ts'}`;
  const [there] = ['', 'src'].flatMap((folder) =>
    namesIn(join(root, folder))
      .filter((name) => NAME.test(name))
      .map((name) => join(folder, name)),
  );
  const instead =
    there === undefined
      ? `write ${wanted}: ${WRITE}`
      : `rename ${there} to ${wanted} (pageExtensions: ${pageExtensions.join(', ')})`;
  return new Error(
    `@adit/next: Next has compiled no instrumentation: the server would report nothing, and its tunnel answer 404; ${instead}`,
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
