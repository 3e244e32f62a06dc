// `npm test -- upstream CHECKOUT [FILTER…] [--write]`: Sentry's own browser tests, from a checkout of
// getsentry/sentry-javascript, with the start of `@sentry/browser` and with Adit's. `--write` writes
// docs/benchmarks/upstream.md.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { ensureChromium, findHeadlessShell } from '../src/chromium.mjs';
import { ROOT } from '../src/projects.mjs';
import { thisRun } from '../src/this-run.mjs';
import { compare, differing, readOutcomes } from './compare.mjs';
import { DIFFERENCES } from './differences.mjs';
import { formatDocument } from './document.mjs';

const HERE = join(ROOT, 'tools/upstream');
const TESTS = 'dev-packages/browser-integration-tests';
const DOCUMENT = join(ROOT, 'docs/benchmarks/upstream.md');
const PARTS = join(ROOT, 'libs/next/src/browser/sentry/parts.ts');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
});
const [checkout, ...filters] = positionals;
if (checkout === undefined || !existsSync(join(checkout, TESTS))) {
  console.error(
    checkout === undefined
      ? 'No checkout given. Use `npm test -- upstream CHECKOUT`, with the path of a clone of getsentry/sentry-javascript.'
      : `${checkout} has no folder ${TESTS}. Give the path of a clone of getsentry/sentry-javascript.`,
  );
  process.exit(1);
}

const versionOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
const versions = {
  tests: versionOf(join(checkout, TESTS)),
  sdk: versionOf(join(ROOT, 'node_modules/@sentry/browser')),
};

const folder = mkdtempSync(join(tmpdir(), 'adit-upstream-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const part of ['suites', 'utils', 'package.json'])
  cpSync(join(checkout, TESTS, part), join(folder, part), { recursive: true });
cpSync(join(HERE, 'page.mjs'), join(folder, 'utils/generatePage.ts'));
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

/** Only Sentry's code for the Pages Router imports Next, which no page of these tests has. */
const withoutNext = {
  name: 'without-next',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^next\// }, ({ path }) => ({ path, namespace: 'next' }));
    onLoad({ filter: /./, namespace: 'next' }, () => ({ contents: 'module.exports = { events: {} };' }));
  },
};

const browser = ensureChromium();

/** Runs upstream's tests with one start of the SDK, and returns their outcomes. */
async function runTests(start, filters, options) {
  const report = join(folder, `${start}.json`);
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules/@playwright/test/cli.js'),
      'test',
      `--config=${join(HERE, 'playwright.config.mjs')}`,
      `--output=${join(folder, `output-${start}`)}`,
      '--reporter=dot,json',
      ...options,
      ...filters,
    ],
    {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        ADIT_UPSTREAM_FOLDER: folder,
        ADIT_UPSTREAM_SDK: join(folder, `${start}.js`),
        CHROMIUM_PATH: findHeadlessShell() ?? browser,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    },
  );
  await once(child, 'close');
  return readOutcomes(JSON.parse(readFileSync(report, 'utf8')));
}

const STARTS = ['browser', 'adit'];
for (const start of STARTS)
  await build({
    entryPoints: [join(HERE, `starts/${start}.mjs`)],
    outfile: join(folder, `${start}.js`),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    // Some tests give the page 100 ms. Names of functions stay, because the SDK looks for its own in stacks.
    minifyWhitespace: true,
    logLevel: 'error',
    conditions: ['@adit/source', 'browser'],
    alias: { 'adit-parts': PARTS, '@adit/next/sentry': PARTS },
    define: {
      UPSTREAM_MAJOR: JSON.stringify(Number.parseInt(versions.tests, 10)),
      'process.env.NODE_ENV': '"production"',
      'process.env': '{}',
    },
    plugins: [withoutNext],
  });

// Both at once, because most of the time is spent on tests that wait for what does not come.
let [control, ours] = await Promise.all(STARTS.map((start) => runTests(start, filters, [])));
// A busy machine is no difference: what differs runs again, one test after the other.
const places = differing(control, ours).map((name) => (ours.get(name) ?? control.get(name)).place);
if (places.length > 0) {
  const again = (start) => runTests(start, [...new Set(places)], ['--workers=1', '--retries=2']);
  control = new Map([...control, ...(await again('browser'))]);
  ours = new Map([...ours, ...(await again('adit'))]);
}

const result = compare(control, ours, DIFFERENCES);
const document = formatDocument(result, versions, thisRun());
console.log(document);
if (values.write) {
  writeFileSync(DOCUMENT, document);
  spawnSync('npx', ['prettier', '--write', DOCUMENT], { cwd: ROOT });
}
for (const name of result.unexplained) console.error(`Passes with @sentry/browser only: ${name}`);
process.exit(result.unexplained.length > 0 || control.size === 0 ? 1 : 0);
