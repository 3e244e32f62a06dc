// `node tools/src/copy-example.mjs NAME FOLDER`: the whole of an example, ready to be installed elsewhere. An example with
// an `overlay.json` holds only its manifest and the files in which it differs from another.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './projects.mjs';

export const EXAMPLES = join(ROOT, 'examples');

/** The example below an overlay, and the paths of it that the overlay leaves out; `undefined` for a whole example. */
export function overlayOf(name) {
  const path = join(EXAMPLES, name, 'overlay.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Copies the whole of an example. Throws if there is none of this name. */
export function copyExample(name, folder) {
  const overlay = overlayOf(name);
  if (overlay) {
    copyExample(overlay.of, folder);
    for (const path of overlay.without) rmSync(join(folder, path), { recursive: true });
  }
  cpSync(join(EXAMPLES, name), folder, { recursive: true });
  rmSync(join(folder, 'overlay.json'), { force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , name = '', folder] = process.argv;
  if (folder === undefined || !existsSync(join(EXAMPLES, name, 'package.json'))) {
    console.error(
      'Use: node tools/src/copy-example.mjs NAME FOLDER, with the name of a folder of `examples`.',
    );
    process.exit(2);
  }
  copyExample(name, folder);
}
