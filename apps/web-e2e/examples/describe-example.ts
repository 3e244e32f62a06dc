import { gzipSync } from 'node:zlib';
import { expect, type APIRequestContext } from '@playwright/test';
import type { Event } from '@sentry/core';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import type { SeenRequest } from '../src/support/requests.ts';
import { createExampleTest, pressThrow, reportOnce, SETTLES_MS, type StartExample } from './example-test.ts';
import { goOnline } from './network.ts';

/** A navigation that nobody ended would have loaded the page by then, in milliseconds of the page. */
const AFTER_DEADLINES_MS = 15_000;

/** An error of the server, and how a visitor triggers it: with a link of the home page, or with an address. */
export type Failure = {
  readonly message: string;
  /** Returns the part of the event that the screen shows as its reference. Default: there is no reference. */
  readonly reference?: (event: Event) => unknown;
} & ({ readonly link: string } | { readonly path: string });

/** The expected behaviour of an example. */
export interface Example {
  readonly start: StartExample;
  /** Default none. */
  readonly failures?: readonly Failure[];
  /** The status of a missing page. Default 404. */
  readonly missingStatus?: number;
  /** A glob of the address that the SDK waits for. Default the settings on the tunnel path. */
  readonly sdkNeeds?: string;
  /** The prefetches of the home page. */
  readonly prefetches: {
    readonly count: number;
    readonly isOne: (request: SeenRequest) => boolean;
    /** The link that the visitor points at. Default none. */
    readonly hover?: string;
  };
  /** Most bytes of JavaScript that the home page loads first, gzipped. */
  readonly firstLoadBytes: number;
}

const TUNNEL = '/monitoring-tunnel';

const RELEASE = 'shop@1.0.0';

/** The gzipped size of the scripts that the home page references, except those for old browsers, in bytes. */
async function firstLoad(request: APIRequestContext): Promise<number> {
  const html = (await (await request.get('/')).text()).replace(/<script[^>]*\snomodule\b[^>]*>/gi, '');
  const paths = new Set([...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => String(path)));
  const sizes = [...paths].map(async (path) => gzipSync(await (await request.get(path)).body()).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Registers the tests that every example passes. Returns a `test` for additional ones. */
export function describeExample({
  start,
  failures = [],
  missingStatus = 404,
  sdkNeeds = `**${TUNNEL}`,
  prefetches,
  firstLoadBytes,
}: Example) {
  const test = createExampleTest(start);

  test('an error of the browser reaches ingest through the site itself, with the server’s environment and the release', async ({
    page,
    ingest,
    requests,
  }) => {
    const event = await reportOnce(page, ingest);

    expect(event).toMatchObject({ environment: 'staging', release: RELEASE, platform: 'javascript' });
    const { origin } = new URL(page.url());
    expect(requests.filter(({ url }) => url.origin !== origin)).toEqual([]);
  });

  test('the same build reports the environment of each server, also without the SDK', async ({
    context,
    ingest,
    staging,
  }) => {
    const production = await start(ingest, 'production');
    try {
      for (const [{ origin }, environment] of [
        [staging, 'staging'],
        [production, 'production'],
      ] as const) {
        ingest.reset();
        const page = await context.newPage();
        await page.route(sdkNeeds, (route) =>
          route.request().method() === 'GET' ? route.abort() : route.continue(),
        );
        await page.goto(`${origin}/`);
        await pressThrow(page);
        await page.close({ runBeforeUnload: true });
        const { event, request } = await waitForError(ingest, 'The basket is broken');

        expect(event).toMatchObject({ environment, release: RELEASE });
        expect(event.sdk).toBeUndefined();
        expect(request.url).toContain('/4509/');
      }
    } finally {
      await production.stop();
    }
  });

  test('an error of a render in the browser is reported once, and its screen is shown', async ({
    page,
    ingest,
  }) => {
    await page.clock.install();
    await page.goto('/');
    await page.getByRole('link', { name: 'renders in the browser' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.');
    await waitForError(ingest, 'The page broke while rendering');
    await page.clock.runFor(AFTER_DEADLINES_MS);
    await page.waitForTimeout(SETTLES_MS);

    expect(errorMessages(ingest)).toEqual(['The page broke while rendering']);
  });

  for (const failure of failures) {
    const { message, reference } = failure;
    const how = 'link' in failure ? 'a link' : 'its address';
    test(`an error of the server by ${how} is reported once${reference ? ', with the reference that the screen shows' : ''}: ${message}`, async ({
      page,
      request,
      ingest,
    }) => {
      if ('link' in failure) {
        await page.clock.install();
        await page.goto('/');
        await page.getByRole('link', { name: failure.link }).click();
      } else if (reference) expect((await page.goto(failure.path))?.status()).toBe(500);
      else expect((await request.get(failure.path)).status()).toBe(500);
      const { event } = await waitForError(ingest, message);
      expect(event).toMatchObject({ environment: 'staging', release: RELEASE });
      if (reference) {
        expect(reference(event)).toEqual(expect.any(String));
        await expect(page.locator('.adit-fallback-digest')).toHaveText(String(reference(event)));
      }
      if ('link' in failure) await page.clock.runFor(AFTER_DEADLINES_MS);
      await page.waitForTimeout(SETTLES_MS);

      expect(errorMessages(ingest)).toEqual([message]);
    });
  }

  test(`a missing page is answered ${missingStatus} with its screen and title`, async ({ page }) => {
    expect((await page.goto('/nowhere'))?.status()).toBe(missingStatus);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found.');
    await expect(page).toHaveTitle('This page could not be found – Shop');
  });

  test(`the home page prefetches ${prefetches.count} times`, async ({ page, requests }) => {
    const paths = (): string[] =>
      requests.filter(prefetches.isOne).map(({ url }) => url.pathname + url.search);
    await goOnline(page);
    await page.goto('/');
    if (prefetches.hover) await page.getByRole('link', { name: prefetches.hover }).hover();
    await expect.poll(() => paths().length).toBeGreaterThanOrEqual(prefetches.count);
    await page.waitForLoadState('networkidle');

    expect(paths(), paths().join('\n')).toHaveLength(prefetches.count);
  });

  test('the first load stays within its budget and asks for nothing of monitoring', async ({
    page,
    request,
    requests,
  }) => {
    const bytes = await firstLoad(request);
    test.info().annotations.push({ type: 'first load', description: `${bytes} bytes` });
    await page.goto('/');
    await page.waitForLoadState('networkidle');

    expect(bytes).toBeGreaterThan(firstLoadBytes * 0.9);
    expect(bytes).toBeLessThanOrEqual(firstLoadBytes);
    expect(requests.filter(({ url }) => url.pathname === TUNNEL)).toEqual([]);
  });

  return test;
}
