import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test as base } from '@playwright/test';
import { expect } from './support/expect.ts';
import { findFreePort } from './support/app-server.ts';
import { DSN } from './support/test.ts';

const SERVE = new URL('../../../tools/src/serve.mjs', import.meta.url).href;

/** Node's arguments for the command that `npm start` runs after the build, with another site. */
function serving(site: string): string[] {
  const script = `import { serve } from ${JSON.stringify(SERVE)}; await serve(${JSON.stringify({ site })});`;
  return ['--input-type=module', '--eval', script];
}

interface Served {
  readonly appUrl: string;
  readonly receiverUrl: string;
  /** The console output so far. */
  readonly log: () => string;
}

/** Runs it on separate ports, with a site of two pages. */
const test = base.extend<{ serve: (env?: Readonly<Record<string, string>>) => Promise<Served> }>({
  serve: async ({ context }, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    const site = test.info().outputPath('site');
    for (const [path, title] of [
      ['index.html', 'The site'],
      ['operations/index.html', 'Its operations'],
    ] as const) {
      mkdirSync(join(site, path, '..'), { recursive: true });
      writeFileSync(join(site, path), `<!doctype html><html lang="en"><title>${title}</title>`);
    }
    await use(async (env = {}) => {
      const [port, receiverPort] = [await findFreePort(), await findFreePort()];
      const { PATH, HOME } = process.env;
      const child = spawn(process.execPath, serving(site), {
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
    // Next waits for connections that the browser opened and never used.
    await context.close();
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

test('the overview leads to the site, whose address the console names', async ({ page, serve }) => {
  const { appUrl, log } = await serve();
  const [, siteUrl = ''] = /Site +(\S+)/.exec(log()) ?? [];
  for (const [name, title, path] of [
    ['Documentation', 'The site', '/'],
    ['Runbook', 'Its operations', '/operations/'],
  ] as const) {
    await page.goto(appUrl);
    await page.getByRole('navigation', { name: 'Look at it' }).getByRole('link', { name }).click();
    await expect(page).toHaveTitle(title);
    expect(page.url()).toBe(`${siteUrl}${path}`);
  }
});

test('the console names a token for the operations page, which the overview leads to', async ({
  page,
  serve,
}) => {
  const { appUrl, log } = await serve();
  await page.goto(appUrl);
  await page
    .getByRole('navigation', { name: 'Look at it' })
    .getByRole('link', { name: 'Operations' })
    .click();
  await page.getByLabel('Token').fill(/token: (\S+)/.exec(log())?.[1] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();

  const own = await serve({ ADIT_ADMIN_TOKEN: 'a-token-of-the-tester' });
  expect(own.log()).toMatch(/\/operations, token: that of ADIT_ADMIN_TOKEN\n/);
  expect(own.log()).not.toContain('a-token-of-the-tester');
});

test('with ADIT_DOCS_URL the overview leads there', async ({ page, serve }) => {
  const { appUrl, log } = await serve({ ADIT_DOCS_URL: 'https://docs.example' });
  expect(log()).toMatch(/Site +https:\/\/docs\.example\n/);
  await page.goto(appUrl);
  await expect(page.getByRole('link', { name: 'Documentation' })).toHaveAttribute(
    'href',
    'https://docs.example/',
  );
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
  const child = spawn(process.execPath, serving('none'), {
    env: { PATH, HOME, PORT: String(await findFreePort()), RECEIVER_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  holder.close();

  expect(child.exitCode).toBe(1);
  expect(errors).toBe(`RECEIVER_PORT=${port} is taken by another program: use a free port.\n`);
});
