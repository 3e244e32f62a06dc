import { test as base, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { CONTROL, faultAddress, messagesOf, NOISE, REAL } from './support/noise-cases.ts';
import { RULES, type Fault } from './support/noise-faults.ts';
import { startNoiseSite, type NoiseSite } from './support/noise-site.ts';

const test = base.extend<object, { site: NoiseSite }>({
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

async function open(page: Page, site: NoiseSite, query = ''): Promise<void> {
  site.reset();
  await page.goto(`${site.origin}/${query}`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

async function raise(page: Page, site: NoiseSite, fault: Omit<Fault, 'title'>): Promise<void> {
  const { src: address, cors } = faultAddress(site, fault);
  await page.evaluate(
    ([src, crossOrigin]) =>
      new Promise<void>((resolve) => {
        const script = document.createElement('script');
        if (crossOrigin) script.crossOrigin = 'anonymous';
        script.onload = () => {
          // A frame and a task later, observers and rejections have been reported too.
          requestAnimationFrame(() => setTimeout(resolve, 50));
        };
        script.src = src;
        document.head.append(script);
      }),
    [address, cors] as const,
  );
}

const messages = (site: NoiseSite): string[] => messagesOf(site.items());

async function raiseControl(page: Page, site: NoiseSite): Promise<void> {
  await raise(page, site, { code: `throw new Error(${JSON.stringify(CONTROL)});` });
  await expect.poll(() => messages(site)).toContain(CONTROL);
}

interface PageGlobals {
  readonly noiseFilter: { readonly counts: () => Record<string, number> };
  readonly Sentry: {
    readonly flush: (timeoutMs: number) => PromiseLike<boolean>;
    readonly startSpan: (context: object, callback: () => void) => void;
  };
}

/** How often each rule has matched, without rules that never matched. */
const counts = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const { noiseFilter } = globalThis as unknown as PageGlobals;
    return Object.fromEntries(Object.entries(noiseFilter.counts()).filter(([, count]) => count > 0));
  });

const counted = async (page: Page): Promise<string[]> => Object.keys(await counts(page));

interface Discarded {
  readonly reason: string;
  readonly category: string;
  readonly quantity: number;
}

/** The counts that the SDK sends when the page is hidden. */
async function clientReport(page: Page, site: NoiseSite): Promise<Discarded[]> {
  const reports = (): Discarded[] =>
    site
      .items()
      .filter(({ type }) => type === 'client_report')
      .flatMap(({ payload }) => payload.discarded_events as Discarded[]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => reports().length).toBeGreaterThan(0);
  return reports();
}

/** Raises each noise in turn and waits until its rule, and no later rule, has counted it. */
async function raiseNoise(
  page: Page,
  site: NoiseSite,
  then: (name: string) => Promise<void> | void,
): Promise<void> {
  const rules = new Set<string>();
  for (const { rule, fault, name } of NOISE) {
    const { [rule]: before = 0 } = await counts(page);
    await raise(page, site, fault);
    await expect
      .poll(async () => (await counts(page))[rule] ?? 0, { message: `${name} is counted` })
      .toBeGreaterThan(before);
    rules.add(rule);
    expect((await counted(page)).sort(), `${name} is counted by no other rule`).toEqual([...rules].sort());
    await then(name);
  }
}

test(`drops, counts and reports the noise of ${RULES.length} rules`, async ({ page, site }) => {
  await open(page, site);
  await raiseNoise(page, site, (name) => {
    expect(messages(site), `${name} is dropped`).toEqual([]);
  });
  await raiseControl(page, site);

  expect(messages(site)).toEqual([CONTROL]);
  const drops = Object.values(await counts(page)).reduce((sum, count) => sum + count, 0);
  expect(await clientReport(page, site)).toEqual([
    { reason: 'event_processor', category: 'error', quantity: drops },
  ]);
});

test('sends the same noise in a dry run, which shows that the rules make the difference', async ({
  page,
  site,
}) => {
  await open(page, site, '?dry-run');
  let sent = 0;
  await raiseNoise(page, site, async (name) => {
    await expect.poll(() => messages(site).length, { message: `${name} is sent` }).toBeGreaterThan(sent);
    sent = messages(site).length;
  });
});

test(`sends ${REAL.length} errors that resemble the noise`, async ({ page, site }) => {
  await open(page, site);
  for (const { fault, message, name } of REAL) {
    const before = messages(site).length;
    await raise(page, site, fault);
    await expect.poll(() => messages(site).length, { message: `${name} is sent` }).toBe(before + 1);
    expect(messages(site).at(-1), name).toMatch(message.chromium);
    expect(await counted(page), `${name} is counted by no rule`).toEqual([]);
  }
});

test.describe('bot', () => {
  for (const { who, userAgent, sent } of [
    { who: 'a crawler', userAgent: GOOGLEBOT, sent: 0 },
    { who: 'a person with a phone called CUBOT', userAgent: CUBOT, sent: 1 },
  ]) {
    test(`sends ${sent} errors of ${who}`, async ({ browser, site }) => {
      const context = await browser.newContext({ userAgent });
      const page = await context.newPage();
      await open(page, site);
      await raise(page, site, { code: `throw new Error('real');` });
      await page.evaluate(async () => {
        await (globalThis as unknown as PageGlobals).Sentry.flush(1_000);
      });
      await context.close();

      expect(messages(site)).toHaveLength(sent);
    });
  }
});

test.describe('chunk-load-error', () => {
  test('sends a module that does not load, grouped, and reports no drop', async ({ page, site }) => {
    await open(page, site);
    await raise(page, site, { code: `import('/assets/Cart-1f2e.js');` });
    await expect.poll(() => messages(site).length).toBe(1);
    await raiseControl(page, site);

    const events = site.items().filter(({ type }) => type === 'event');
    expect(events.map(({ payload }) => [payload.exception?.values?.[0]?.value, payload.fingerprint])).toEqual(
      [
        [
          `Failed to fetch dynamically imported module: ${site.origin}/assets/Cart-1f2e.js`,
          ['chunk-load-error', 'module'],
        ],
        [CONTROL, undefined],
      ],
    );
    expect(await counted(page)).toEqual(['chunk-load-error']);
  });
});

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
    page.evaluate(
      (context) => (globalThis as unknown as PageGlobals).Sentry.startSpan(context, () => undefined),
      { name, op: 'http.client', parentSpan: null, attributes: { 'url.full': url } },
    );

  test('not-found-page-transaction drops the page load of a page answered with 404', async ({
    page,
    site,
  }) => {
    await open(page, site, '?traces&not-found');
    await expect.poll(() => counted(page)).toEqual(['not-found-page-transaction']);
    await endSpan(page, 'control', 'https://api.shop.test/prices');

    await expect.poll(() => spans(site).map(({ name }) => name)).toContain('control');
    expect(segments(site)).toEqual(['control']);
    expect(await counted(page)).toEqual(['not-found-page-transaction']);
    expect(await clientReport(page, site)).toContainEqual(
      expect.objectContaining({ reason: 'ignored', category: 'span' }),
    );
  });

  test("not-found-page-transaction sends other page loads, own-tunnel-span drops monitoring's own requests only", async ({
    page,
    site,
  }) => {
    await open(page, site, '?traces');
    await endSpan(page, 'own', `${site.origin}/monitoring-tunnel?o=450&p=4509`);
    await endSpan(page, 'docs', `${site.origin}/monitoring-tunnel-docs`);

    await expect.poll(() => segments(site).sort()).toEqual(['Pageload', 'docs']);
    expect(await counted(page)).toEqual(['own-tunnel-span']);
  });
});
