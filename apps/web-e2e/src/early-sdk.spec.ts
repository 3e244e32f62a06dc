import { EARLY, openLate, reportsFaults, untilSdkIsThere } from './journeys/early.ts';
import { FAULTS, MOMENTS } from './support/early-events.ts';
import { holdChunk } from './support/early-site.ts';
import { expect, test } from './support/early-test.ts';

/** The maximum difference between the browser's two clocks; the compared times come from different ones. */
const CLOCKS_DIFFER_MS = 50;

declare global {
  interface Window {
    presses?: {
      readonly runs: number[];
      readonly list: readonly EventListenerOrEventListenerObject[];
    };
  }
}

for (const moment of MOMENTS) {
  test(`${FAULTS} kinds of faults raised at ${moment} are reported as by an SDK that was there`, async ({
    visit,
  }) => {
    const { late, raisedAt, releasedAt } = await reportsFaults(visit, moment);
    expect(Object.keys(raisedAt)).toHaveLength(FAULTS);
    Object.values(raisedAt).forEach((at, index) => {
      const reportedAt = (late[index]?.timestamp ?? 0) * 1_000;
      expect(reportedAt, `time of fault ${index}`).toBeGreaterThan(at - CLOCKS_DIFFER_MS);
      expect(reportedAt, `time of fault ${index}`).toBeLessThan(releasedAt);
    });
  });
}

for (const [title, journey] of Object.entries(EARLY)) test(title, ({ visit }) => journey(visit));

test('a listener added before the SDK and after it runs once, and can be taken off', async ({
  page,
  visit,
}) => {
  const release = await openLate(visit);
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
  await untilSdkIsThere(visit.tab);
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
