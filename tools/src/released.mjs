// The files that a release reads and writes: API reports, digests of released ones, version plans.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestsOf } from './api-rules.mjs';
import { ROOT } from './projects.mjs';

const listFolder = (folder, ending) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(ending))
        .map((file) => join(folder, file))
    : [];
const read = (path) => readFileSync(path, 'utf8');

/** The written API reports of a package, by path. */
export const readReports = (path) =>
  new Map(listFolder(join(path, 'api'), '.api.md').map((file) => [file, read(file)]));

const releasedFile = (path) => join(path, 'api/released.json');

/** The version and the reports of a package's last release; `undefined` before the first release. */
export const readReleased = (path) =>
  existsSync(releasedFile(path)) ? JSON.parse(read(releasedFile(path))) : undefined;

/** Keeps the reports of a package as those of this version. */
export function writeReleased(path, version) {
  const reports = digestsOf(readReports(path));
  mkdirSync(join(path, 'api'), { recursive: true });
  writeFileSync(releasedFile(path), `${JSON.stringify({ version, reports }, null, 2)}\n`);
}

/** The texts of the version plans for the next release. */
export const readPlans = () => listFolder(join(ROOT, '.nx/version-plans'), '.md').map(read);
