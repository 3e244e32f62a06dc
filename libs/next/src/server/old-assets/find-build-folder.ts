import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A chunk is at most so many folders below that of its build. */
const MAX_DEPTH = 6;

/** The folder of the running build, such as `.next`: that of the chunk with this code. `undefined` outside a build. */
export function findBuildFolder(files = callingFiles()): string | undefined {
  for (const file of files) {
    let folder = dirname(file);
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      if (existsSync(join(folder, 'BUILD_ID')) && existsSync(join(folder, 'static'))) return folder;
      folder = dirname(folder);
    }
  }
  return undefined;
}

/** The files of the functions that are running, as on disk: `stack` names sources if there are source maps. */
function callingFiles(): string[] {
  // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, sites) => sites;
  const { stack } = new Error() as unknown as { stack?: readonly NodeJS.CallSite[] };
  Error.prepareStackTrace = prepareStackTrace;
  // Without a stack it is a text.
  const sites: readonly NodeJS.CallSite[] = Array.isArray(stack) ? stack : [];
  return sites.map((site) => site.getFileName()).filter((name) => typeof name === 'string');
}
