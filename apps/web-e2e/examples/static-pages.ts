import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { Event } from '@sentry/core';
import type { ReceivedRequest, ScriptedIngest } from '@adit/testing';
import { readItems, waitForError } from '../src/support/envelopes.ts';
import { startCachingFront } from './caching-front.ts';
import { DSN, FOLDER } from './example-test.ts';
import { startExample, test as base } from './next-example.ts';

/** A page of an example, and the sign that `next build` prints for it. */
export interface ExamplePage {
  readonly kind: string;
  readonly path: string;
  readonly sign: '○' | '●' | '◐' | 'ƒ';
}

/** The environment of the examples' `npm run build`: no server has it. */
const BUILT_ENVIRONMENT = 'preview';

const RELEASE = 'shop@1.0.0';

/** Longer than a page without an error needs to start the SDK on a busy machine, in milliseconds. */
const SDK_TIMEOUT_MS = 30_000;

const TUNNEL = '/monitoring-tunnel';

const startAs = (environment: string, ingest: ScriptedIngest, env: Readonly<Record<string, string>> = {}) =>
  startExample({
    SENTRY_DSN: DSN,
    ADIT_INGEST_ORIGIN: ingest.origin,
    SENTRY_ENVIRONMENT: environment,
    ...env,
  });

const test = base.extend<object, { readonly production: { readonly origin: string } }>({
  production: [
    async ({ ingest }, use) => {
      const app = await startAs('production', ingest);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

/** Answers the settings instead of the server; `undefined` closes the connection. */
const answerSettings = (page: Page, status: number | undefined): Promise<unknown> =>
  page.route(`**${TUNNEL}`, (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    return status === undefined ? route.abort() : route.fulfill({ status });
  });

const throwOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Throw' }).click();

/** Events of earlier pages: the browser may send one again that the SDK has sent. */
const seen = new Set<unknown>();

/** Opens the page, throws and leaves it. Returns the event: the SDK's, or the page's own if `sdk` is false. */
async function report(
  context: BrowserContext,
  ingest: ScriptedIngest,
  address: string,
  { sdk = true }: { sdk?: boolean } = {},
): Promise<Event> {
  const page = await context.newPage();
  // Without settings, the SDK does not start.
  if (!sdk) await answerSettings(page, undefined);
  await page.goto(address);
  await throwOn(page);
  if (!sdk) await page.close({ runBeforeUnload: true });

  const find = (request: ReceivedRequest): Event | undefined =>
    readItems(request).find(({ type, payload }) => type === 'event' && !seen.has(payload.event_id))?.payload;
  const event = find(await ingest.waitFor((request) => find(request) !== undefined, { timeoutMs: 10_000 }));
  seen.add(event?.event_id);
  if (sdk) await page.close();
  expect(event?.exception?.values?.[0]?.value).toBe('The basket is broken');
  expect(event?.sdk !== undefined).toBe(sdk);
  return event as Event;
}

/**
 * Registers the tests that the pages of an example pass, for any way in which Next renders and caches them. `quietMs`
 * is the time between the load event and the SDK on a page without an error, in milliseconds.
 */
export function describePages(pages: readonly ExamplePage[], { quietMs = 5_000 } = {}): void {
  /** The pages that a CDN may cache. */
  const kept = pages.filter(({ sign }) => sign === '○' || sign === '●');

  test('next build prints every page that reads nothing of the request as static', () => {
    const printed = readFileSync(join(FOLDER, 'build.log'), 'utf8');
    const signs = [...printed.matchAll(/([○●◐ƒ]) (\/\S*)/gu)].map(([, sign, path]) => [path, sign]);

    expect(Object.fromEntries(signs)).toMatchObject(
      Object.fromEntries(pages.map(({ path, sign }) => [path, sign])),
    );
  });

  for (const { kind, path } of pages) {
    test(`${kind}: two servers with the same build report two environments, with the SDK and before it`, async ({
      context,
      ingest,
      staging,
      production,
    }) => {
      for (const [{ origin }, environment] of [
        [staging, 'staging'],
        [production, 'production'],
      ] as const) {
        for (const sdk of [true, false])
          expect(await report(context, ingest, origin + path, { sdk })).toMatchObject({
            environment,
            release: RELEASE,
          });
      }
    });
  }

  test('control: if no server ever answers for the settings, the environment is that of the build', async ({
    page,
    ingest,
  }) => {
    await answerSettings(page, 404);
    await page.goto('/');
    await throwOn(page);
    const { event } = await waitForError(ingest, 'The basket is broken');

    expect(event).toMatchObject({ environment: BUILT_ENVIRONMENT, release: RELEASE });
  });

  test('pages of yesterday that a CDN has kept report the environment that their server has today', async ({
    context,
    ingest,
  }) => {
    const yesterday = await startAs('staging', ingest);
    const front = await startCachingFront(yesterday.origin);
    for (const { path } of kept) await report(context, ingest, front.origin + path);
    await yesterday.stop();
    const today = await startAs('production', ingest, { SENTRY_RELEASE: 'shop@2.0.0' });
    front.target = today.origin;
    try {
      const before = front.asked.length;
      for (const { path } of kept) {
        for (const sdk of [true, false])
          expect(await report(context, ingest, front.origin + path, { sdk })).toMatchObject({
            environment: 'production',
            release: RELEASE,
          });
      }
      const asked = front.asked.slice(before);
      expect(asked).toContain(TUNNEL);
      // The documents come from yesterday's cache.
      expect(kept.filter(({ path }) => asked.includes(path))).toEqual([]);
    } finally {
      await Promise.all([front.close(), today.stop()]);
    }
  });

  test('control: behind a CDN that keeps what it must not keep, the environment is that of yesterday', async ({
    context,
    ingest,
    staging,
    production,
  }) => {
    const front = await startCachingFront(staging.origin, { keepsEverything: true });
    try {
      const address = `${front.origin}${String(kept[0]?.path)}`;
      await report(context, ingest, address);
      front.target = production.origin;

      expect(await report(context, ingest, address)).toMatchObject({ environment: 'staging' });
      expect(await report(context, ingest, address, { sdk: false })).toMatchObject({
        environment: 'production',
      });
    } finally {
      await front.close();
    }
  });

  test('a page without an error asks for nothing of monitoring until the SDK comes', async ({
    context,
    staging,
  }) => {
    await Promise.all(
      pages.map(async ({ path }) => {
        const page = await context.newPage();
        const urls: URL[] = [];
        page.on('request', (request) => urls.push(new URL(request.url())));
        await page.goto(staging.origin + path);
        const settings = (): URL[] => urls.filter(({ pathname }) => pathname === TUNNEL);
        await expect.poll(() => settings().length, { timeout: SDK_TIMEOUT_MS }).toBeGreaterThan(0);

        const passedMs = await page.evaluate((tunnel) => {
          const [asked] = performance.getEntriesByName(location.origin + tunnel);
          const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
          return Number(asked?.startTime) - Number(loaded?.loadEventEnd);
        }, TUNNEL);
        expect(passedMs).toBeGreaterThanOrEqual(quietMs);
        const before = urls.slice(0, urls.indexOf(settings()[0] as URL));
        expect(before.filter(({ origin }) => origin !== staging.origin)).toEqual([]);
      }),
    );
  });
}
