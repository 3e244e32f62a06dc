import { test as base, type Page } from '@playwright/test';
import {
  counted,
  counts,
  dropsNoise,
  messages,
  NOISE,
  open,
  raise,
  REAL,
  sendsErrors,
  sendsMissingModule,
  sendsNoiseInDryRun,
  type NoiseVisit,
} from './journeys/noise.ts';
import { expect } from './support/expect.ts';
import { RULES } from './support/noise-faults.ts';
import { startNoiseSite, type NoiseSite } from './support/noise-site.ts';
import { tabOf } from './support/tab.ts';

const visitOf = (page: Page, site: NoiseSite): NoiseVisit => ({
  tab: tabOf(page),
  site,
  expect,
  engine: 'chromium',
});

const test = base.extend<{ visit: NoiseVisit }, { site: NoiseSite }>({
  visit: ({ page, site }, use) => use(visitOf(page, site)),
  site: [
    async ({}, use) => {
      const site = await startNoiseSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
});

const GOOGLEBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/130.0.0.0 Safari/537.36';
const CUBOT =
  'Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

interface Discarded {
  readonly reason: string;
  readonly category: string;
  readonly quantity: number;
}

/** The counts that the SDK sends when the page is hidden. */
async function clientReport({ tab, site }: NoiseVisit): Promise<Discarded[]> {
  const reports = (): Discarded[] =>
    site
      .items()
      .filter(({ type }) => type === 'client_report')
      .flatMap(({ payload }) => payload.discarded_events as Discarded[]);
  await tab.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => reports().length).toBeGreaterThan(0);
  return reports();
}

test(`drops, counts and reports the noise of ${RULES.length} rules`, async ({ visit }) => {
  await dropsNoise(visit, NOISE);
  const drops = Object.values(await counts(visit.tab)).reduce((sum, count) => sum + count, 0);
  expect(await clientReport(visit)).toEqual([
    { reason: 'event_processor', category: 'error', quantity: drops },
  ]);
});

test('sends the same noise in a dry run, which shows that the rules make the difference', ({ visit }) =>
  sendsNoiseInDryRun(visit, NOISE));

test(`sends ${REAL.length} errors that resemble the noise`, ({ visit }) => sendsErrors(visit, REAL));

test.describe('bot', () => {
  for (const { who, userAgent, sent } of [
    { who: 'a crawler', userAgent: GOOGLEBOT, sent: 0 },
    { who: 'a person with a phone called CUBOT', userAgent: CUBOT, sent: 1 },
  ]) {
    test(`sends ${sent} errors of ${who}`, async ({ browser, site }) => {
      const context = await browser.newContext({ userAgent });
      const page = await context.newPage();
      const visit = visitOf(page, site);
      await open(visit);
      await raise(visit, { code: `throw new Error('real');` });
      await page.evaluate(async () => {
        await window.Sentry.flush(1_000);
      });
      await context.close();

      expect(messages(site)).toHaveLength(sent);
    });
  }
});

test('chunk-load-error: sends a module that does not load, grouped, and reports no drop', ({ visit }) =>
  sendsMissingModule(visit));

test.describe('spans', () => {
  /** The SDK ends a page's trace after the page has been quiet for a second. */
  const spans = (site: NoiseSite): { name: string; is_segment: boolean }[] =>
    site
      .items()
      .filter(({ type }) => type === 'span')
      .flatMap(({ payload }) => payload.items as { name: string; is_segment: boolean }[]);

  const segments = (site: NoiseSite): string[] =>
    spans(site)
      .filter(({ is_segment }) => is_segment)
      .map(({ name }) => name);

  const endSpan = (page: Page, name: string, url: string) =>
    page.evaluate((context) => window.Sentry.startSpan(context, () => undefined), {
      name,
      op: 'http.client',
      parentSpan: null,
      attributes: { 'url.full': url },
    });

  test('not-found-page-transaction drops the page load of a page answered with 404', async ({
    page,
    visit,
  }) => {
    await open(visit, '?traces&not-found');
    await expect.poll(() => counted(visit.tab)).toEqual(['not-found-page-transaction']);
    await endSpan(page, 'control', 'https://api.shop.test/prices');

    await expect.poll(() => spans(visit.site).map(({ name }) => name)).toContain('control');
    expect(segments(visit.site)).toEqual(['control']);
    expect(await counted(visit.tab)).toEqual(['not-found-page-transaction']);
    expect(await clientReport(visit)).toContainEqual(
      expect.objectContaining({ reason: 'ignored', category: 'span' }),
    );
  });

  test("not-found-page-transaction sends other page loads, own-tunnel-span drops monitoring's own requests only", async ({
    page,
    visit,
  }) => {
    await open(visit, '?traces');
    await endSpan(page, 'own', `${visit.site.origin}/monitoring-tunnel?o=450&p=4509`);
    await endSpan(page, 'docs', `${visit.site.origin}/monitoring-tunnel-docs`);

    await expect.poll(() => segments(visit.site).sort()).toEqual(['Pageload', 'docs']);
    expect(await counted(visit.tab)).toEqual(['own-tunnel-span']);
  });
});
