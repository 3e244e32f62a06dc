// The versions of React that `@adit/fallback-ui` supports: its own tests with each.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';
import { installPackages } from './install.mjs';

/** The row. */
export const FALLBACK_UI = {
  name: 'fallback-ui',
  about: 'the tests of `@adit/fallback-ui`: screens, boundary, documents, on a server and in jsdom',
  kinds: ['react'],
};

const react = (name, version) => ({
  name,
  kind: 'react',
  version,
  packages: [`react@${version}`, `react-dom@${version}`],
});

/** The columns. */
export const REACTS = [react('React 18.3', '18.3.1'), react('React 19', '19.3.1')];

/** Installs a version of React. Returns its folder, or the reason in one line why there is none. */
export function installReact({ name, version, packages }) {
  const isThere = (folder) => existsSync(join(folder, 'node_modules/react-dom/package.json'));
  return { ...installPackages({ name, packages, isThere }), version };
}

/** @param skipped parts of the titles of tests to skip */
export function runReact({ version, folder }, skipped) {
  const library = join(ROOT, 'libs/fallback-ui');
  const report = join(ROOT, 'node_modules/.cache/adit-everywhere', `react-${version}.json`);
  mkdirSync(join(report, '..'), { recursive: true });
  rmSync(report, { force: true });
  const mapped = Object.fromEntries(
    ['react', 'react-dom'].flatMap((module) => [
      [`^${module}$`, join(folder, 'node_modules', module)],
      [`^${module}/(.*)$`, join(folder, 'node_modules', module, '$1')],
    ]),
  );
  const args = ['jest', '--json', `--outputFile=${report}`, `--moduleNameMapper=${JSON.stringify(mapped)}`];
  const patterns = skipped.map((test) => test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (patterns.length > 0) args.push(`--testNamePattern=^(?!.*(?:${patterns.join('|')}))`);
  const { stderr } = spawnSync('npx', args, { cwd: library, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
      failures: testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({ title: fullName, error: failureMessages[0] })),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [{ title: 'the tests start', error: stderr }] };
  }
}
