import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { expect } from './support/expect.ts';
import { findFreePort } from './support/app-server.ts';
import { DSN } from './support/test.ts';

const SERVE = fileURLToPath(new URL('../../../tools/src/serve.mjs', import.meta.url));

interface Served {
  readonly appUrl: string;
  readonly receiverUrl: string;
  /** What the console says so far. */
  readonly log: () => string;
}

/** Runs what `npm start` runs once everything is built, on ports of its own. */
const test = base.extend<{ serve: (env?: Readonly<Record<string, string>>) => Promise<Served> }>({
  serve: async ({}, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    await use(async (env = {}) => {
      const [port, receiverPort] = [await findFreePort(), await findFreePort()];
      const { PATH, HOME } = process.env;
      const child = spawn(process.execPath, [SERVE], {
        env: { PATH, HOME, PORT: String(port), RECEIVER_PORT: String(receiverPort), ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let log = '';
      child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
      ends.push(() => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        return ended;
      });
      await expect.poll(() => log).toContain('Ctrl+C');
      return {
        appUrl: `http://localhost:${port}`,
        receiverUrl: `http://localhost:${receiverPort}`,
        log: () => log,
      };
    });
    await Promise.all(ends.map((end) => end()));
  },
});

test('without a DSN the console names app and receiver, and errors of browser, server and edge show in its list', async ({
  page,
  context,
  serve,
}) => {
  const { appUrl, receiverUrl, log } = await serve();
  expect(log()).toContain(appUrl);
  expect(log()).toContain(receiverUrl);
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).hostname));

  await page.goto(`${appUrl}/lab/server-error`);
  await page.request.get(`${appUrl}/lab/edge-error`);
  await page.goto(`${appUrl}/lab`);
  await page.getByRole('button', { name: 'Throw an error' }).click();
  await expect(page.locator('#client-error .verdict')).toContainText('Sent (200)');

  await page.goto(`${receiverUrl}/telemetry/errors`);
  await expect(page.getByText('The lab threw this error in an event handler.').first()).toBeVisible();
  await expect(page.getByText('The lab threw this error in a server component.').first()).toBeVisible();
  await expect(page.getByText('The lab raised this error in the edge runtime.').first()).toBeVisible();
  await page.screenshot({ path: 'test-output/screenshots/receiver.png' });
  expect([...hosts]).toEqual(['localhost']);
});

test('with a DSN no receiver is started', async ({ serve }) => {
  const { receiverUrl, log } = await serve({ SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: 'http://127.0.0.1:9' });

  expect(log()).toContain('the ingest that the DSN names');
  await expect(fetch(receiverUrl)).rejects.toThrow('fetch failed');
});

test('a receiver port that another program holds stops the start with one line', async () => {
  const holder = createServer().listen(0);
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [SERVE], {
    env: { PATH, HOME, PORT: String(await findFreePort()), RECEIVER_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  holder.close();

  expect(child.exitCode).toBe(1);
  expect(errors).toBe(`RECEIVER_PORT=${port} is taken by another program: use a free port.\n`);
});
