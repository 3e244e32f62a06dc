import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkOptions } from '../check-options.ts';

/**
 * Checks the options in the file if Node can load it here: TypeScript needs a next.config.ts, or a Node that strips types. If
 * not, the root layout and the server check them.
 * @throws TypeError in one line for the first wrong option
 */
export function checkConfigFile(root: string, file: string): void {
  let options: unknown;
  try {
    const loaded = createRequire(join(root, 'package.json'))(join(root, file)) as { default?: unknown };
    options = loaded.default ?? loaded;
  } catch {
    return;
  }
  checkOptions(options);
}
