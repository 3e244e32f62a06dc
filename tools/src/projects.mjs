import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of every project under `apps` and `libs`. */
export const projects = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)),
);

/**
 * Imports a module of another project. Imported by a literal path, a library would make Nx run the tests of the tools after each
 * change in it.
 */
export const importFrom = (path) => import(join(ROOT, path));
