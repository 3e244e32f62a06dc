import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { findFreePort } from './support/app-server.ts';

const SERVE = fileURLToPath(new URL('../../../tools/src/serve.mjs', import.meta.url));
const START_TIMEOUT_MS = 20_000;

let served: ChildProcess;
let appUrl: string;
let receiverUrl: string;
let log = '';

test.beforeAll(async () => {
  const [port, receiverPort] = [await findFreePort(), await findFreePort()];
  [appUrl, receiverUrl] = [`http://localhost:${port}`, `http://localhost:${receiverPort}`];
  const { PATH, HOME } = process.env;
  served = spawn(process.execPath, [SERVE], {
    env: { PATH, HOME, PORT: String(port), RECEIVER_PORT: String(receiverPort) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [served.stdout, served.stderr])
    stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await expect.poll(() => log, { timeout: START_TIMEOUT_MS }).toContain('Ctrl+C');
});

test.afterAll(async () => {
  const ended = once(served, 'exit');
  served.kill('SIGTERM');
  await ended;
});

test('without a DSN the console names both addresses, and a browser error shows in the receiver’s list', async ({
  page,
  context,
}) => {
  expect(log).toContain(appUrl);
  expect(log).toContain(receiverUrl);
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).hostname));

  await page.goto(`${appUrl}/lab`);
  await page.getByRole('button', { name: 'Throw an error' }).click();
  await expect(page.locator('#client-error .verdict')).toContainText('Sent (200)');

  await page.goto(`${receiverUrl}/telemetry/errors`);
  await expect(page.getByText('The lab threw this error in an event handler.').first()).toBeVisible();
  await page.screenshot({ path: 'test-output/screenshots/receiver.png' });
  expect([...hosts]).toEqual(['localhost']);
});

test('server errors arrive there too', async ({ page }) => {
  await page.goto(`${appUrl}/lab/server-error`);

  await page.goto(`${receiverUrl}/telemetry/errors`);
  await expect(page.getByText('The lab threw this error in a server component.').first()).toBeVisible();
});
