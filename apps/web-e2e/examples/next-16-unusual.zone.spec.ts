import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { buildEnvelope } from '@adit/testing';
import { findFreePort } from '../src/support/app-server.ts';
import { waitForError } from '../src/support/envelopes.ts';
import { createExampleTest, DSN, FOLDER, type StartExample } from './example-test.ts';
import { startNext } from './next-example.ts';
import { startProcess } from './start-process.ts';

/** The main application of the site, with the zone behind it. */
const startMain: StartExample = async (ingest, environment) => {
  const zone = await startNext(ingest, environment);
  const folder = join(FOLDER, 'main');
  const manifest = join(folder, '.next/routes-manifest.json');
  const built = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, built.replaceAll('http://shop.invalid', zone.origin));
  const port = String(await findFreePort());
  const main = await startProcess({
    command: ['../node_modules/next/dist/bin/next', 'start', '--port', port],
    folder,
    env: {},
    origin: `http://localhost:${port}`,
  });
  return {
    origin: main.origin,
    stop: async () => {
      await Promise.all([main.stop(), zone.stop()]);
      writeFileSync(manifest, built);
    },
  };
};

const test = createExampleTest(startMain);

test('an error of the zone’s page arrives through the main application’s origin', async ({
  page,
  ingest,
  requests,
}) => {
  await page.goto('/shelf/1/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event } = await waitForError(ingest, 'The basket is broken');
  expect(event.environment).toBe('staging');
  const { origin } = new URL(page.url());
  const sent = requests.filter(({ url }) => url.pathname.includes('monitoring-tunnel'));
  expect(
    [...new Set(sent.map(({ method, url }) => `${method} ${url.origin}${url.pathname}`))].sort(),
  ).toEqual([
    `GET ${origin}/shop-static/monitoring-tunnel/`,
    `POST ${origin}/shop-static/monitoring-tunnel/`,
  ]);
});

const envelope = Buffer.from(
  buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: { message: 'Sent by hand' } }] }),
);

test('control: without the zone’s prefix, the main application answers 404, and nothing arrives', async ({
  request,
  ingest,
}) => {
  const post = (path: string) => request.post(path, { data: envelope, maxRedirects: 0 });
  const arrived = () => ingest.received.filter(({ body }) => body.includes('Sent by hand'));
  expect((await post('/monitoring-tunnel/')).status()).toBe(404);
  expect(arrived()).toEqual([]);
  // Only the prefix differs.
  expect((await post('/shop-static/monitoring-tunnel/')).status()).toBe(200);
  expect(arrived()).toHaveLength(1);
});
