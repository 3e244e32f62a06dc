import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from '@playwright/test';
import { findFreePort } from '../src/support/app-server.ts';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { createExampleTest, DSN, FOLDER, type RunningExample } from './example-test.ts';
import { runDoctor, serveAssets, watchMessages } from './locales-shop.ts';
import { startProcess } from './start-process.ts';
import { UNANNOUNCED } from './unannounced.ts';

/** The controls of `next-16-locales.spec.ts`: a copy without `crossOrigin`, page for unknown addresses, and route file. */
const COPY = `${FOLDER}-lost`;

async function start(env: Readonly<Record<string, string>>): Promise<RunningExample> {
  const port = String(await findFreePort());
  return startProcess({
    command: ['node_modules/next/dist/bin/next', 'start', '--port', port],
    folder: COPY,
    env: { SENTRY_DSN: DSN, ...env },
    origin: `http://localhost:${port}`,
  });
}

let built = '';

function build(): void {
  rmSync(COPY, { recursive: true, force: true });
  cpSync(FOLDER, COPY, {
    recursive: true,
    filter: (path) => !/^(?:node_modules|\.next|\[\.\.\.unknown\]|monitoring-tunnel)$/.test(basename(path)),
  });
  symlinkSync(join(FOLDER, 'node_modules'), join(COPY, 'node_modules'));
  const config = join(COPY, 'next.config.ts');
  writeFileSync(config, readFileSync(config, 'utf8').replace(/.*crossOrigin.*\n/, ''));
  const command = ['node_modules/next/dist/bin/next', 'build', '--webpack'];
  built = spawnSync(process.execPath, command, { cwd: COPY, encoding: 'utf8' }).stdout;
}

const test = createExampleTest((ingest) => {
  build();
  return start({ ADIT_INGEST_ORIGIN: ingest.origin });
});
// The first one builds.
test.describe.configure({ timeout: 300_000 });
test.afterAll(() => rmSync(COPY, { recursive: true }));

test('without crossOrigin, build and doctor say that errors have no message; the doctor misses a page for unknown addresses', async () => {
  expect(built).toContain(
    'scripts of another origin report “Script error.” alone: set crossOrigin to "anonymous"',
  );
  const { found } = await runDoctor(COPY);
  expect(found).toEqual(expect.arrayContaining(['asset-prefix: warning', 'unknown-address: warning']));
});

test('without crossOrigin, a page hears “Script error.”, and nothing arrives', async ({
  page,
  ingest,
  staging,
}) => {
  await serveAssets(page, staging.origin);
  const messages = await watchMessages(page);
  await page.goto('/en/');
  await page.getByRole('button', { name: 'Throw' }).click();
  await expect.poll(() => messages).toEqual(['Script error.']);
  // Code of the page's own origin still reports.
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('Thrown afterwards');
    });
  });
  await waitForError(ingest, 'Thrown afterwards');
  expect(errorMessages(ingest)).toEqual(['Thrown afterwards']);
});

test('without a page for unknown addresses, Next shows its own 404', async ({ page, staging }) => {
  await serveAssets(page, staging.origin);
  expect((await page.goto('/de/nowhere/'))?.status()).toBe(404);
  await expect(page.getByText('This page could not be found')).toBeVisible();
  await expect(page.locator('header, .adit-fallback')).toHaveCount(0);
});

test('without the route file, a page answers the tunnel path on a host without a Node server, and doctor --online fails', async ({
  request,
}) => {
  const { origin, stop } = await start(UNANNOUNCED);
  const answer = await request.get(`${origin}/monitoring-tunnel/`);
  expect(answer.headers()['content-type']).toContain('text/html');
  const { code, found } = await runDoctor(COPY, '--online', origin);
  expect(code).toBe(1);
  expect(found).toContain('online: error');
  await stop();
});
