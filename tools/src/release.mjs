// `npm run release`: gives each package that a version plan names its next version and changelog, keeps its API reports
// as those of this version, and commits and tags all changes. `--dry-run` prints Nx's changes. It does not publish: the
// workflow does.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseChangelog, releaseVersion } from 'nx/release/index.js';
import { published, readManifest } from './pack.mjs';
import { ROOT, projects } from './projects.mjs';
import { foldChangelog, pinVersions } from './release-files.mjs';
import { readPlans, writeReleased } from './released.mjs';

const run = (command, ...args) => execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' });
const change = (file, edit) => writeFileSync(file, edit(readFileSync(file, 'utf8')));

/** Every manifest that may name a published package: Nx changes only those of published packages. */
const manifests = () =>
  [...projects, ...readdirSync(join(ROOT, 'examples')).map((name) => join(ROOT, 'examples', name))]
    .map((path) => join(path, 'package.json'))
    .filter((file) => existsSync(file));

function finish(released) {
  const versions = Object.fromEntries(released.map(({ manifest }) => [manifest.name, manifest.version]));
  for (const file of manifests()) change(file, (text) => pinVersions(text, versions));
  for (const { path, manifest } of released) {
    change(join(path, 'CHANGELOG.md'), foldChangelog);
    writeReleased(path, manifest.version);
  }
  run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
  const names = released.map(({ manifest }) => `${manifest.nx.name}@${manifest.version}`);
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '--message', `Release ${names.join(', ')}`);
  for (const name of names) run('git', 'tag', '--annotate', name, '--message', name);
  console.log(`\nReleased ${names.join(', ')}.\nPush it with its tags, and start the workflow "Release".`);
}

const dryRun = process.argv.includes('--dry-run');
if (readPlans().length === 0) {
  console.log('There is no version plan: nothing to release.');
  process.exit();
}
if (!dryRun && run('git', 'status', '--porcelain').trim() !== '') {
  console.error('Commit your changes first: a release is a commit of its own.');
  process.exit(1);
}
const { projectsVersionData, releaseGraph } = await releaseVersion({ dryRun, deleteVersionPlans: false });
await releaseChangelog({ dryRun, versionData: projectsVersionData, releaseGraph, deleteVersionPlans: true });
if (!dryRun)
  finish(
    published
      .filter(({ manifest }) => projectsVersionData[manifest.nx.name]?.newVersion)
      .map(({ path }) => ({ path, manifest: readManifest(path) })),
  );
