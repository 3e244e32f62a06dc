// `npm run sbom`: the packages that npm installs with the published packages, as a software bill of materials
// (CycloneDX) in `sbom.cdx.json`, and as a readable list in `docs/dependencies.md`.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dependenciesDocument, dependenciesOf } from './licences.mjs';
import { published } from './pack.mjs';
import { ROOT } from './projects.mjs';

/**
 * The bill of the published packages, by the lock file. Peers are not included, because they belong to the application.
 */
export const createSbom = () =>
  billOf(
    published.map(({ path }) => relative(ROOT, path)),
    ['dev', 'peer'],
  );

/**
 * The bill of the packages that npm installs for these workspaces, by the lock file, without dependencies of the
 * omitted kinds.
 */
export function billOf(folders, omitted) {
  const workspaces = folders.flatMap((path) => ['--workspace', path]);
  const fixed = [
    '--package-lock-only',
    ...omitted.flatMap((kind) => ['--omit', kind]),
    '--output-reproducible',
    '--validate',
  ];
  const command = join(ROOT, 'node_modules/.bin/cyclonedx-npm');
  return execFileSync(command, [...fixed, ...workspaces], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const bill = createSbom();
  writeFileSync(join(ROOT, 'sbom.cdx.json'), bill);
  const dependencies = dependenciesOf(JSON.parse(bill));
  const document = join(ROOT, 'docs/dependencies.md');
  writeFileSync(document, dependenciesDocument(dependencies));
  execFileSync('npx', ['prettier', '--write', document], { cwd: ROOT });
  console.log(`sbom.cdx.json and docs/dependencies.md have ${dependencies.length} packages of others.`);
}
