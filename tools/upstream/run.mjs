import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ensureChromium, findHeadlessShell } from '../src/chromium.mjs';
import { ROOT } from '../src/projects.mjs';

const withoutNext = {
  name: 'without-next',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^next(\/|$)/ }, ({ path }) => ({ path, namespace: 'next' }));
    onLoad({ filter: /./, namespace: 'next' }, () => ({ contents: 'module.exports = { events: {} };' }));
  },
};
const HERE = join(ROOT, 'tools/upstream');
const [checkout, ...args] = process.argv.slice(2);
const browser = ensureChromium();
const folder = process.env.KEEP ?? mkdtempSync(join(tmpdir(), 'adit-upstream-'));
for (const part of ['suites', 'utils', 'package.json'])
  cpSync(join(checkout, 'dev-packages/browser-integration-tests', part), join(folder, part), { recursive: true });
cpSync(join(HERE, 'page.ts'), join(folder, 'utils/generatePage.ts'));
if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
const ENTRIES = { control: '@sentry/browser', ours: join(HERE, 'ours.mjs') };
for (const [name, entry] of Object.entries(ENTRIES)) {
  if (process.env.ONLY && name !== process.env.ONLY) continue;
  const outfile = join(folder, `${name}.js`);
  await build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: ROOT },
    outfile, bundle: true, format: 'esm', platform: 'browser', conditions: ['@adit/source', 'browser'], jsx: 'automatic',
    alias: { 'upstream-parts': join(ROOT, 'libs/next/src/browser/sentry/parts.ts'), '@adit/next/sentry': join(ROOT, 'libs/next/src/browser/sentry/parts.ts') },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
    plugins: [withoutNext],
  });
  spawnSync(process.execPath, [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', join(HERE, 'playwright.config.mjs'), '--reporter=list,json', ...args], {
    cwd: folder, stdio: 'inherit',
    env: { ...process.env, ADIT_UPSTREAM_FOLDER: folder, ADIT_UPSTREAM_SDK: outfile, CHROMIUM_PATH: findHeadlessShell() ?? browser, PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, `${name}.json`) },
  });
}
