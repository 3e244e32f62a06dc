import type { Page } from '@playwright/test';
import { comparable, FAULTS, inOrder, MOMENTS, titles } from './support/early-events.ts';
import { holdChunk, type EarlySite } from './support/early-site.ts';
import { expect, test } from './support/early-test.ts';

/** The maximum difference between the browser's two clocks; the compared times come from different ones. */
const CLOCKS_DIFFER_MS = 50;

declare global {
  interface Window {
    areRaised?: boolean;
    captureError?: (error: unknown) => void;
    raisedAt: Readonly<Record<string, number>>;
    presses?: {
      readonly runs: number[];
      readonly list: readonly EventListenerOrEventListenerObject[];
    };
  }
}

for (const moment of MOMENTS) {
  test(`${FAULTS} kinds of faults raised at ${moment} are reported as by an SDK that was there`, async ({
    page,
    site,
  }) => {
    const raise = async (variant: string): Promise<Readonly<Record<string, number>>> => {
      // The page counts as loaded once the chunk has loaded.
      await page.goto(`${site.origin}/${variant}?moment=${moment}`, { waitUntil: 'commit' });
      await page.waitForFunction(() => window.areRaised === true);
      return page.evaluate(() => window.raisedAt);
    };
    // The compared page, with only Sentry's SDK, once reported one fault less on a busy machine. It is opened again
    // then.
    await expect(async () => {
      site.reset();
      await raise('early');
      await expect
        .poll(() => site.events('early').length, { timeout: 30_000 })
        .toBeGreaterThanOrEqual(FAULTS);
    }).toPass({ timeout: 90_000 });
    const early = inOrder(site.events('early'));

    const release = holdChunk(site);
    const raisedAt = await raise('late');
    // All faults are older than the SDK.
    const releasedAt = Date.now();
    release();
    await expect.poll(() => site.events('late').length).toBeGreaterThanOrEqual(FAULTS);
    // Duplicate reports would have arrived by now.
    await page.waitForTimeout(300);

    const late = inOrder(site.events('late'));
    expect(Object.keys(raisedAt)).toHaveLength(FAULTS);
    expect(titles(late)).toEqual(titles(early));
    expect(late.map(comparable)).toEqual(early.map(comparable));
    expect(late).toHaveLength(FAULTS);
    Object.values(raisedAt).forEach((at, index) => {
      const reportedAt = (late[index]?.timestamp ?? 0) * 1_000;
      expect(reportedAt, `time of fault ${index}`).toBeGreaterThan(at - CLOCKS_DIFFER_MS);
      expect(reportedAt, `time of fault ${index}`).toBeLessThan(releasedAt);
    });
  });
}

/** Opens the page and holds its SDK back. Returns a function that releases it. */
async function openLate(page: Page, site: EarlySite): Promise<() => void> {
  const release = holdChunk(site);
  await page.goto(`${site.origin}/late?script=life`, { waitUntil: 'commit' });
  await page.waitForFunction(() => typeof window.fail === 'function');
  return release;
}

test('an error behind fifty lines on the console is reported, and with them those that fit', async ({
  page,
  site,
}) => {
  const release = await openLate(page, site);
  await page.evaluate(() => {
    // eslint-disable-next-line no-console -- the tested feature
    for (let line = 0; line < 50; line += 1) console.error('line', line);
    window.fail('real');
  });
  release();
  await expect.poll(() => site.events('late').length).toBe(1);
  const [event] = site.events('late');
  expect(event?.exception?.values?.[0]?.value).toBe('real');
  expect(event?.breadcrumbs?.filter(({ category }) => category === 'console').length).toBeGreaterThanOrEqual(
    30,
  );
});

test('a listener added before the SDK and after it runs once, and can be taken off', async ({
  page,
  site,
}) => {
  const release = await openLate(page, site);
  await page.evaluate(() => {
    const runs = [0, 0, 0];
    const listenerOf = (index: number) => (): void => {
      runs[index] = (runs[index] ?? 0) + 1;
    };
    window.presses = { runs, list: [listenerOf(0), listenerOf(1), { handleEvent: listenerOf(2) }] };
  });
  /** How often each listener runs for one event: a function, one for the capture phase, an object. */
  const runs = (change: 'addEventListener' | 'removeEventListener') =>
    page.evaluate((name) => {
      const { runs: counts = [], list = [] } = window.presses ?? {};
      counts.fill(0);
      list.forEach((listener, index) => {
        document[name]('press', listener, index === 1);
      });
      document.dispatchEvent(new Event('press'));
      return counts;
    }, change);
  expect(await runs('addEventListener')).toEqual([1, 1, 1]);
  release();
  await page.waitForFunction(() => window.isSdkThere);
  expect(await runs('addEventListener')).toEqual([1, 1, 1]);
  expect(await runs('removeEventListener')).toEqual([0, 0, 0]);
});

test('what is put in the place of the browser’s functions has their names, so the SDK reports them', async ({
  page,
  site,
}) => {
  site.reset();
  await page.goto(`${site.origin}/late?script=life`);
  await page.waitForFunction(() => window.isSdkThere);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('after the SDK');
    });
  });
  await expect.poll(() => site.events('late').length).toBe(1);
  expect(site.events('late')[0]?.exception?.values?.[0]?.mechanism?.type).toBe(
    'auto.browser.browserapierrors.setTimeout',
  );
});

test('errors of a megabyte, and many, leave with the page in what the browser allows', async ({
  page,
  site,
}) => {
  holdChunk(site);
  await page.goto(`${site.origin}/late?script=life`, { waitUntil: 'commit' });
  await page.waitForFunction(() => typeof window.fail === 'function');
  await page.evaluate(() => {
    for (let error = 0; error < 20; error += 1)
      window.captureError?.(new Error(`${error} ${'x'.repeat(1_000_000)}`));
  });
  await page.goto('about:blank');
  await expect.poll(() => site.events('late').length).toBeGreaterThanOrEqual(10);
  expect(site.events('late')[0]?.exception?.values?.[0]?.value).toMatch(/^\d+ x+\.\.\.$/);
});

const LEAVING_PAGES = Number(process.env['LEAVING_PAGES'] ?? 10);

test(`a page that is closed 50 ms after an error is heard of (${LEAVING_PAGES} pages)`, async ({
  context,
  site,
}) => {
  test.setTimeout(30_000 + LEAVING_PAGES * 3_000);
  const release = holdChunk(site);
  for (let count = 0; count < LEAVING_PAGES; count += 1) {
    const page = await context.newPage();
    await page.goto(`${site.origin}/late?once`, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.areRaised === true);
    await page.waitForTimeout(50);
    // Otherwise the browser closes the page without firing events.
    await page.close({ runBeforeUnload: true });
  }
  release();
  await expect.poll(() => site.events('late').length).toBeGreaterThanOrEqual(0.99 * LEAVING_PAGES);
  expect(new Set(site.events('late').map(({ event_id: id }) => id)).size).toBe(site.events('late').length);
  expect(site.events('late').length).toBeLessThanOrEqual(LEAVING_PAGES);
});

test('a chunk that fails once is loaded at the second attempt, and nothing is lost', async ({
  page,
  site,
}) => {
  site.reset();
  site.chunk.failures = 1;
  await page.goto(`${site.origin}/late?once`);
  await expect.poll(() => site.events('late').length).toBe(1);
  expect(site.events('late')[0]?.sdk?.name).toBe('sentry.javascript.browser');
  expect(site.chunk.requests).toBeGreaterThan(1);
});

test('without its chunk the page still reports its errors, each with a stack', async ({ page, site }) => {
  site.reset();
  site.chunk.failures = Infinity;
  await page.goto(`${site.origin}/late?once`);
  await expect.poll(() => site.events('late').length).toBe(1);
  const [event] = site.events('late');
  expect(event).toMatchObject({ environment: 'test', release: 'shop@1' });
  expect(event?.sdk?.name).not.toBe('sentry.javascript.browser');
  expect(event?.exception?.values?.[0]?.stacktrace?.frames?.length).toBeGreaterThan(0);
});

test('feedback and profiling come as chunks of their own after the SDK, and work', async ({ page, site }) => {
  site.reset();
  const chunks: string[] = [];
  page.on('request', (request) => {
    const name = /chunk-(.*)\.js$/.exec(request.url())?.[1];
    if (name !== undefined) chunks.push(name);
  });
  await page.goto(`${site.origin}/late?lazy`);
  await expect(page.locator('#sentry-feedback')).toBeAttached();
  await expect.poll(() => site.types('late')).toContain('profile_chunk');
  const first = chunks.indexOf('sdk');
  expect(first).toBeGreaterThanOrEqual(0);
  for (const name of ['feedback', 'profiling']) expect(chunks.indexOf(name)).toBeGreaterThan(first);

  // A page that is not told to load them does not.
  chunks.length = 0;
  await page.goto(`${site.origin}/late?once`);
  await expect.poll(() => site.events('late').length).toBe(1);
  expect(chunks).not.toContain('feedback');
  expect(chunks).not.toContain('profiling');
});
