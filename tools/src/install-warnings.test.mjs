import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { workspaceRoot } from './workspace-root.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(workspaceRoot(), path), 'utf8'));
const { allowScripts, engines } = readJson('package.json');
const lowestNode = semver.minVersion(engines.node).version;

/** The warnings of `npm ci` for the packages of a lock file. npm silently skips optional ones that do not fit. */
function warningsOf(packages) {
  return Object.entries(packages).flatMap(([path, { engines, optional, deprecated, hasInstallScript }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [
      engines?.node &&
        !optional &&
        !semver.satisfies(lowestNode, engines.node) &&
        `${name} needs Node ${engines.node}`,
      deprecated && `${name} is deprecated`,
      hasInstallScript && !(name in allowScripts) && `${name} has a script that allowScripts does not decide`,
    ].filter(Boolean);
  });
}

it('`npm ci` has nothing to warn of: engines, deprecated packages, scripts that nobody decided', () => {
  const { packages } = readJson('package-lock.json');

  expect(Object.keys(packages).length).toBeGreaterThan(500);
  expect(warningsOf(packages)).toEqual([]);
});

it('names each reason to warn (control)', () => {
  expect(
    warningsOf({
      'node_modules/a/node_modules/cookie': { engines: { node: '>=22' } },
      'node_modules/@b/old': { deprecated: 'no longer kept' },
      'node_modules/c': { hasInstallScript: true },
      'node_modules/d': { engines: { node: '>=22' }, optional: true },
      'node_modules/nx': { hasInstallScript: true, engines: { node: '>=20' } },
    }),
  ).toEqual([
    'cookie needs Node >=22',
    '@b/old is deprecated',
    'c has a script that allowScripts does not decide',
  ]);
});

it('decides only for packages that are there and have a script', () => {
  const { packages } = readJson('package-lock.json');
  const stale = Object.keys(allowScripts).filter(
    (name) => !packages[`node_modules/${name}`]?.hasInstallScript,
  );

  expect(stale).toEqual([]);
});
