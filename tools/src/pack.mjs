import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projects } from './projects.mjs';

/** The `package.json` of a folder. */
export const readManifest = (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

/** The published packages: all under `apps` and `libs` that are not private, each with its folder and manifest. */
export const published = projects
  .map((path) => ({ path, manifest: readManifest(path) }))
  .filter(({ manifest }) => !manifest.private);

const packages = new Map(published.map((entry) => [entry.manifest.name, entry]));

/** The packages that these dependencies need, with what those need. */
function packagesFor({ dependencies = {} }, found = new Set()) {
  for (const name of Object.keys(dependencies)) {
    if (!packages.has(name) || found.has(name)) continue;
    found.add(name);
    packagesFor(packages.get(name).manifest, found);
  }
  return found;
}

/** The file that `npm pack` writes. */
const fileOf = ({ name, version }) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

/** Packs all packages, as they are built, into the folder. Throws if one cannot be packed. */
export function packAll(folder) {
  mkdirSync(folder, { recursive: true });
  for (const { path } of packages.values()) {
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    const { status } = spawnSync('npm', args, { cwd: path, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm pack failed in ${path}`);
  }
}

/** The packed files in the folder that an application with this manifest installs. */
export const tarballsFor = (manifest, folder) =>
  [...packagesFor(manifest)].map((name) => join(folder, fileOf(packages.get(name).manifest)));
