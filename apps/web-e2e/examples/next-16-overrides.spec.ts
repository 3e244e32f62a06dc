import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Event } from '@sentry/core';
import { errorMessages, receivedItems, waitForError } from '../src/support/envelopes.ts';
import { FOLDER } from './example-test.ts';
import { test } from './next-example.ts';
import { requestsToSentry, uploadedBundles } from './source-maps.ts';
import { describePages } from './static-pages.ts';

const RELEASE = 'shop@1.0.0';

/** `router.slowMs` of the example. */
const SLOW_MS = 2_000;

/** The argument of the example's `router.onEvent`. */
interface NavigationEvent {
  readonly phase?: string;
  readonly durationMs?: number;
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

/** Debug ids of the files with the event's frames. */
const debugIds = ({ debug_meta }: Event): (string | undefined)[] =>
  debug_meta?.images?.map((image) => ('debug_id' in image ? image.debug_id : undefined)) ?? [];

// The requests that a page waits for do not depend on the bundler.
if (process.env['ADIT_EXAMPLES_BUILD'] === 'build')
  describePages(
    [
      { kind: 'prerendered page', path: '/', sign: '○' },
      { kind: 'page with revalidate', path: '/news', sign: '○' },
      { kind: 'page of generateStaticParams', path: '/products/lamp', sign: '●' },
      { kind: 'page that reads the request', path: '/account', sign: 'ƒ' },
    ],
    { quietMs: 1_000 },
  );

test('an error of a server component has the digest that the own screen shows', async ({ page, ingest }) => {
  await page.goto('/server-error');
  const { event } = await waitForError(ingest, 'The server could not render');
  await expect(page.getByRole('heading')).toHaveText('The shop is closed for a moment');
  await expect(page.locator('#reference')).toHaveText(/^\d+$/);

  expect(event).toMatchObject({ release: RELEASE, environment: 'staging', tags: { shop: 'Vienna' } });
  expect(event.tags?.['digest']).toBe(await page.locator('#reference').textContent());
});

test('an error of a route handler is reported without a digest: Next answers 500 and shows none', async ({
  request,
  ingest,
}) => {
  const response = await request.get('/failing-route');
  const { event } = await waitForError(ingest, 'The route failed');

  expect([response.status(), await response.text()]).toEqual([500, '']);
  expect(event).toMatchObject({
    release: RELEASE,
    environment: 'staging',
    tags: { shop: 'Vienna' },
    transaction: 'GET /failing-route',
  });
  expect(event.tags?.['digest']).toBeUndefined();
});

test('the source maps of every file in a stack have reached Sentry, under the release of the events', async ({
  page,
  ingest,
}) => {
  const log = readFileSync(join(FOLDER, 'build.log'), 'utf8');
  expect(log).toContain('Successfully uploaded source maps');
  expect(log).toMatch(/^Adit: Source maps are uploaded to http:\/\/127\.0\.0\.1:\d+, project shop\.$/m);
  // Backends other than sentry.io get no request for a release, because some answer 404.
  expect(requestsToSentry().filter(({ path }) => path.includes('/releases/'))).toEqual([]);
  const bundles = uploadedBundles();
  expect(new Set(bundles.map(({ release }) => release))).toEqual(new Set([RELEASE]));
  const versions = requestsToSentry().flatMap(({ body }) => body?.version ?? []);
  expect(new Set(versions)).toEqual(new Set([RELEASE]));
  const files = bundles.flatMap(({ files: all }) => Object.values(all));
  const mapped = new Set(
    files.filter(({ type }) => type === 'source_map').map(({ headers }) => headers['debug-id']),
  );

  await page.goto('/');
  await press(page, 'Throw');
  await page.request.get('/failing-route');
  for (const message of ['The basket is broken', 'The route failed']) {
    const { event } = await waitForError(ingest, message);
    const ids = debugIds(event);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !mapped.has(id))).toEqual([]);
  }
});

test('no source map is public', async ({ page, request }) => {
  const output = join(FOLDER, '.next/static');
  const names = readdirSync(output, { recursive: true }).map(String);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
  const scripts = names.filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(
    scripts.filter((name) => readFileSync(join(output, name), 'utf8').includes('sourceMappingURL=')),
  ).toEqual([]);

  await page.goto('/');
  const script = await page.locator('script[src*="/_next/static/"]').first().getAttribute('src');
  expect((await request.get(String(script))).status()).toBe(200);
  expect((await request.get(`${String(script)}.map`)).status()).toBe(404);
});

test('own beforeSend and own user are on the events of the browser', async ({
  page,
  context,
  ingest,
  baseURL,
}) => {
  await context.addCookies([{ name: 'customer', value: 'c-7', url: String(baseURL) }]);
  await page.goto('/');
  await press(page, 'Throw');
  const { event } = await waitForError(ingest, 'The basket is broken');

  expect(event).toMatchObject({ tags: { shop: 'Vienna' }, user: { id: 'c-7' } });
});

test('an own noise row drops its error, and no other', async ({ page, ingest }) => {
  await page.goto('/');
  await press(page, 'Widget');
  await press(page, 'Throw');
  await waitForError(ingest, 'The basket is broken');

  expect(errorMessages(ingest)).toEqual(['The basket is broken']);
});

test('an own error screen reports with captureError', async ({ page, ingest }) => {
  await page.goto('/render-error');
  await expect(page.getByRole('heading')).toHaveText('The shop is closed for a moment');
  const { event } = await waitForError(ingest, 'The page broke while rendering');

  expect(event).toMatchObject({ tags: { shop: 'Vienna' } });
});

test('an own page for 404 keeps its status and title', async ({ page }) => {
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page.getByRole('heading')).toHaveText('Sold out');
  await expect(page).toHaveTitle('Sold out – Shop');
});

test('own numbers of the router hold: two prefetches, and a navigation is slow after two seconds', async ({
  page,
  requests,
}) => {
  const events: NavigationEvent[] = [];
  await page.exposeFunction('keep', (event: NavigationEvent) => events.push(event));
  await page.addInitScript(() => {
    addEventListener('shop:router', ({ detail }: CustomEventInit) =>
      (window as unknown as { keep: (event: unknown) => void }).keep(detail),
    );
  });
  const prefetched = (): number =>
    requests.filter(({ headers }) => headers['next-router-prefetch'] !== undefined).length;
  await page.goto('/');
  await expect.poll(prefetched).toBe(2);
  await page.waitForLoadState('networkidle');
  expect(prefetched()).toBe(2);

  await page.getByRole('link', { name: 'Slow' }).click();
  const slow = (): NavigationEvent | undefined => events.find(({ phase }) => phase === 'slow');
  await expect.poll(slow).toBeDefined();
  expect(slow()?.durationMs).toBeGreaterThanOrEqual(SLOW_MS);
});

test('a sampled visit is recorded, and its replay reaches ingest', async ({ page, ingest }) => {
  await page.goto('/');
  const types = (): string[] => receivedItems(ingest).map(({ type }) => type);
  await expect.poll(types, { timeout: 30_000 }).toContain('replay_event');
  expect(types()).toContain('replay_recording');
});

test('the feedback form is there, and what a visitor writes reaches ingest', async ({ page, ingest }) => {
  await page.goto('/');
  await press(page, 'Tell us');
  await page.getByRole('textbox', { name: /description/i }).fill('The lamp flickers');
  await press(page, 'Send Bug Report');
  const feedback = (): string[] =>
    receivedItems(ingest)
      .filter(({ type }) => type === 'feedback')
      .map(({ payload }) => JSON.stringify(payload.contexts));

  await expect.poll(feedback).toEqual([expect.stringContaining('The lamp flickers')]);
});
