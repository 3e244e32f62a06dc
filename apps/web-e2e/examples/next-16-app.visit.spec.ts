import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import type { ScriptedIngest } from '@adit/testing';
import { receivedItems, segmentNames, waitForError } from '../src/support/envelopes.ts';
import { DSN, FOLDER } from './example-test.ts';
import { startExample, test as base } from './next-example.ts';

const TUNNEL = '/monitoring-tunnel';

/** A server with this rate of traces. */
const startWith = (rate: string, ingest: ScriptedIngest) =>
  startExample({
    SENTRY_DSN: DSN,
    ADIT_INGEST_ORIGIN: ingest.origin,
    SENTRY_ENVIRONMENT: 'staging',
    SENTRY_TRACES_SAMPLE_RATE: rate,
  });

const test = base.extend<object, { readonly unsampled: { readonly origin: string } }>({
  unsampled: [
    async ({ ingest }, use) => {
      const app = await startWith('0', ingest);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

interface Session {
  readonly sid: string;
  readonly init: boolean;
  readonly status: string;
  readonly errors: number;
}

const sessions = (ingest: ScriptedIngest): Session[] =>
  receivedItems(ingest)
    .filter(({ type }) => type === 'session')
    .map(({ payload }) => payload as unknown as Session);

const untilSession = (ingest: ScriptedIngest, isWanted: (session: Session) => boolean) =>
  expect.poll(() => sessions(ingest).filter(isWanted).length).toBeGreaterThan(0);

/** Opens the page and waits until its session has arrived. Returns its requests so far, and later ones. */
async function visit(page: Page, address: string, ingest: ScriptedIngest): Promise<Request[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(address);
  await untilSession(ingest, ({ init }) => init);
  await page.waitForLoadState('networkidle');
  return requests;
}

const toTunnel = (requests: readonly Request[]): string[] =>
  requests.filter((it) => new URL(it.url()).pathname === TUNNEL).map((it) => it.method());

/** The scripts that contain this text. */
const scriptsWith = (requests: readonly Request[], text: string): string[] =>
  requests
    .map((it) => new URL(it.url()).pathname)
    .filter((path) => path.endsWith('.js'))
    .filter((path) => readFileSync(join(FOLDER, path.replace('/_next', '.next')), 'utf8').includes(text));

/** The name of the browser's trace. Servers have traces of their own. */
const PAGE_LOAD = '/';
const SDK = 'sentry.javascript.';
const SCREENS = 'adit-fallback-heading';
const TRACING = 'largest-contentful-paint';

test('a visit with nothing to report sends one request, its session, and loads neither SDK nor screens', async ({
  page,
  ingest,
  unsampled,
}) => {
  const requests = await visit(page, unsampled.origin, ingest);

  expect(toTunnel(requests)).toEqual(['POST']);
  expect([...scriptsWith(requests, SDK), ...scriptsWith(requests, SCREENS)]).toEqual([]);
  expect(sessions(ingest)).toEqual([
    expect.objectContaining({
      init: true,
      status: 'ok',
      errors: 0,
      attrs: { release: 'shop@1.0.0', environment: 'staging' },
    }),
  ]);
});

test('an error then loads the SDK without tracing, which goes on in the session and tells what the visitor did', async ({
  page,
  ingest,
  unsampled,
}) => {
  const requests = await visit(page, unsampled.origin, ingest);
  await page.getByRole('heading', { name: 'Shop' }).click();
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event } = await waitForError(ingest, 'The basket is broken');
  await untilSession(ingest, ({ status }) => status === 'unhandled');

  expect(event.breadcrumbs).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ category: 'ui.click', message: expect.stringMatching('h1') as unknown }),
      expect.objectContaining({ category: 'ui.click', message: expect.stringMatching('button') as unknown }),
    ]),
  );
  expect(scriptsWith(requests, SDK)).not.toEqual([]);
  expect(scriptsWith(requests, TRACING)).toEqual([]);
  expect(event.transaction).toBe(PAGE_LOAD);
  const all = sessions(ingest);
  expect(new Set(all.map(({ sid }) => sid)).size).toBe(1);
  expect(all.filter(({ init }) => init)).toHaveLength(1);
  expect(segmentNames(ingest)).not.toContain(PAGE_LOAD);
});

test('an error that leaves with the page is added to the session', async ({ page, ingest, unsampled }) => {
  await visit(page, unsampled.origin, ingest);
  // The SDK does not arrive.
  await page.route('**/*.js', () => undefined);
  await page.getByRole('button', { name: 'Throw' }).click();
  await page.goto('about:blank');
  await waitForError(ingest, 'The basket is broken');
  await untilSession(ingest, ({ status, init }) => status === 'unhandled' && !init);
  expect(new Set(sessions(ingest).map(({ sid }) => sid)).size).toBe(1);
});

test('control: a sampled visit loads the SDK, whose page load arrives, in one session', async ({
  page,
  ingest,
}) => {
  const app = await startWith('1', ingest);
  try {
    const requests = await visit(page, app.origin, ingest);
    await expect.poll(() => segmentNames(ingest)).toContain(PAGE_LOAD);
    expect(toTunnel(requests).slice(0, 2)).toEqual(['POST', 'GET']);
    expect(scriptsWith(requests, SDK)).not.toEqual([]);
    expect(scriptsWith(requests, TRACING)).not.toEqual([]);
    expect(new Set(sessions(ingest).map(({ sid }) => sid)).size).toBe(1);
    expect(sessions(ingest).filter(({ init }) => init)).toHaveLength(1);
  } finally {
    await app.stop();
  }
});

test('behind a sign-in page that wants cookies, the session is sent with them', async ({
  page,
  ingest,
  unsampled,
  context,
}) => {
  await context.addCookies([{ name: 'member', value: '1', url: unsampled.origin }]);
  await page.route(`**${TUNNEL}`, async (route) => {
    if ((await route.request().allHeaders())['cookie']) return route.continue();
    return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Sign in' });
  });
  const requests = await visit(page, unsampled.origin, ingest);
  expect(toTunnel(requests)).toEqual(['POST', 'POST']);
  expect(scriptsWith(requests, SDK)).toEqual([]);
});
