import { test as base, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
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

/** Raised after each case: whatever was sent before it has arrived with it. */
const CONTROL = 'the control of this test';

const GOOGLEBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/130.0.0.0 Safari/537.36';
const CUBOT =
  'Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

const extension = (code: string): string =>
  `${code}\n//# sourceURL=chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn/inpage.js`;
const digest = (message: string, value: string): string =>
  `Object.assign(new Error(${JSON.stringify(message)}), { digest: ${JSON.stringify(value)} })`;
const NO_RECEIVER = 'Could not establish connection. Receiving end does not exist.';
const stackless = (message: string): string =>
  `Promise.reject(Object.assign(new Error(${JSON.stringify(message)}), { stack: '' }));`;
const removeTranslatedText = `
  const paragraph = document.querySelector('p');
  const text = paragraph.firstChild;
  const font = document.createElement('font');
  paragraph.replaceChild(font, text);
  font.append(text);
  paragraph.removeChild(text);`;
const unreachable = `Promise.resolve().then(() => fetch('http://127.0.0.1:1/prices'));`;

interface Fault {
  readonly title: string;
  /** Runs as a script of the page; it may throw. */
  readonly code: string;
  readonly from?: 'another origin' | 'another origin, with CORS';
}

/** Scripts that raise each rule's noise, and scripts that raise what resembles it. */
const RULES: readonly {
  rule: string;
  noise: readonly Fault[];
  real: readonly (Fault & { message: RegExp })[];
}[] = [
  {
    rule: 'cross-origin-script-error',
    noise: [{ title: 'a script without CORS', code: `throw new Error('hidden');`, from: 'another origin' }],
    real: [
      {
        title: 'a script with CORS',
        code: `throw new Error('from the payment provider');`,
        from: 'another origin, with CORS',
        message: /^from the payment provider$/,
      },
      {
        title: 'an own error of that message',
        code: `throw new Error('Script error.');`,
        message: /^Script error\.$/,
      },
    ],
  },
  {
    rule: 'resize-observer-loop',
    noise: [
      {
        title: 'a real loop',
        code: `
            const box = document.body.appendChild(document.createElement('div'));
            let runs = 0;
            const observer = new ResizeObserver(() => {
              box.style.height = box.offsetHeight + 10 + 'px';
              if (++runs === 3) observer.disconnect();
            });
            observer.observe(box);`,
      },
      {
        title: 'the older wording',
        code: `dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }));`,
      },
    ],
    real: [
      {
        title: 'an own error of that message',
        code: `throw new Error('ResizeObserver loop limit exceeded');`,
        message: /^ResizeObserver loop limit exceeded$/,
      },
      {
        title: 'an error in the callback',
        code: `
            const observer = new ResizeObserver(() => {
              observer.disconnect();
              throw new Error('chart is too small');
            });
            observer.observe(document.body);`,
        message: /^chart is too small$/,
      },
      {
        title: 'a wrong argument',
        code: `new ResizeObserver(() => {}).observe(null);`,
        message: /on 'ResizeObserver': parameter 1/,
      },
    ],
  },
  {
    rule: 'injected-script-error',
    noise: [{ title: 'a tag manager', code: `throw new TypeError('Cannot redefine property: googletag');` }],
    real: [
      {
        title: 'another property',
        code: `Object.defineProperty(Object.freeze({}), 'price', { value: 1 });`,
        message: /^Cannot define property price/,
      },
    ],
  },
  {
    rule: 'browser-extension',
    noise: [
      { title: 'a script of an extension', code: extension(`null.postMessage();`) },
      {
        title: 'native code that an extension calls',
        code: extension(`[1].reduce(() => 0, 0); JSON.parse('{');`),
      },
    ],
    real: [
      {
        title: 'a failure of the page in a function that an extension has wrapped',
        code: `
            const parse = (0, eval)(${JSON.stringify(extension('(text) => JSON.parse(text)'))});
            function pay() { parse('<!doctype html>'); }
            pay();`,
        message: /is not valid JSON$/,
      },
      {
        title: 'a page that throws when an extension calls it',
        code: `
            function pay() { throw new Error('cart is empty'); }
            (0, eval)(${JSON.stringify(extension('(call) => call()'))})(pay);`,
        message: /^cart is empty$/,
      },
    ],
  },
  {
    rule: 'webview-bridge',
    noise: [
      { title: 'a bridge that broke', code: `throw new Error('Error invoking post: Java object is gone');` },
    ],
    real: [
      {
        title: 'an own error of that message',
        code: `throw new Error('Java object is gone');`,
        message: /^Java object is gone$/,
      },
    ],
  },
  {
    rule: 'extension-messaging',
    noise: [
      { title: 'an orphaned content script', code: `throw new Error('Extension context invalidated.');` },
      { title: 'a rejection without a stack', code: stackless(NO_RECEIVER) },
    ],
    real: [
      {
        title: 'an own error of that message',
        code: `throw new Error(${JSON.stringify(NO_RECEIVER)});`,
        message: /^Could not establish connection/,
      },
    ],
  },
  {
    rule: 'wallet-or-user-script',
    noise: [{ title: 'a wallet', code: stackless('Failed to connect to MetaMask') }],
    real: [
      {
        title: 'an own error of that message',
        code: `throw new Error('Failed to connect to MetaMask');`,
        message: /^Failed to connect to MetaMask$/,
      },
    ],
  },
  {
    rule: 'mail-scanner',
    noise: [
      {
        title: 'a rejection that is a text',
        code: `Promise.reject('Object Not Found Matching Id:4, MethodName:update, ParamCount:4');`,
      },
    ],
    real: [
      {
        title: 'another rejection that is a text',
        code: `Promise.reject('Object not found');`,
        message: /Object not found$/,
      },
    ],
  },
  {
    rule: 'evaluated-script',
    noise: [{ title: 'a text that is evaluated', code: `setTimeout('tapAt(3, 4)');` }],
    real: [
      {
        title: 'a text that a script evaluates',
        code: `(0, eval)('tapAt(3, 4)');`,
        message: /^tapAt is not defined$/,
      },
    ],
  },
  {
    rule: 'framework-control-flow',
    noise: [
      { title: 'a redirect', code: `throw ${digest('NEXT_REDIRECT', 'NEXT_REDIRECT;push;/done;307;')};` },
      { title: 'notFound()', code: `Promise.reject(${digest('y', 'NEXT_HTTP_ERROR_FALLBACK;404')});` },
    ],
    real: [
      {
        title: 'a rejection with notFound() as cause',
        code: `Promise.reject(new Error('the order is lost', { cause: ${digest('y', 'NEXT_HTTP_ERROR_FALLBACK;404')} }));`,
        message: /^the order is lost$/,
      },
      {
        title: 'a digest of the server',
        code: `throw ${digest('price list is empty', '1234567890')};`,
        message: /^price list is empty$/,
      },
    ],
  },
  {
    rule: 'server-error-echo',
    noise: [
      {
        title: 'an error that the server handed over',
        code: `throw ${digest('An error occurred in the Server Components render. The message is omitted.', '17')};`,
      },
    ],
    real: [
      {
        title: 'the same without a digest',
        code: `throw new Error('An error occurred in the Server Components render.');`,
        message: /^An error occurred in the Server/,
      },
    ],
  },
  {
    rule: 'page-leave-abort',
    noise: [
      {
        title: 'a request while the page is left',
        code: `dispatchEvent(new PageTransitionEvent('pagehide')); ${unreachable}`,
      },
    ],
    real: [{ title: 'a request that fails', code: unreachable, message: /^Failed to fetch/ }],
  },
  {
    rule: 'translated-page',
    noise: [
      {
        title: 'text that a translator moved',
        code: `document.documentElement.classList.add('translated-ltr'); ${removeTranslatedText}`,
      },
    ],
    real: [
      {
        title: 'text that the page itself moved',
        code: removeTranslatedText,
        message: /'removeChild' on 'Node'/,
      },
      {
        title: 'a hydration error on a translated page',
        code: `
            document.documentElement.classList.add('translated-rtl');
            throw new Error('Hydration failed because the server rendered HTML did not match.');`,
        message: /^Hydration failed/,
      },
    ],
  },
];

async function open(page: Page, site: NoiseSite, query = ''): Promise<void> {
  site.reset();
  await page.goto(`${site.origin}/${query}`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

async function raise(page: Page, site: NoiseSite, { code, from }: Omit<Fault, 'title'>): Promise<void> {
  const cors = from === 'another origin, with CORS';
  const url = new URL('/fault.js', from === undefined ? site.origin : site.otherOrigin);
  url.searchParams.set('code', code);
  if (cors) url.searchParams.set('cors', 'yes');
  await page.evaluate(
    ([src, crossOrigin]) =>
      new Promise<void>((resolve) => {
        const script = document.createElement('script');
        if (crossOrigin) script.crossOrigin = 'anonymous';
        script.onload = () => {
          // A frame and a task later, observers and rejections have been reported as well.
          requestAnimationFrame(() => setTimeout(resolve, 50));
        };
        script.src = src;
        document.head.append(script);
      }),
    [url.href, cors] as const,
  );
}

const messages = (site: NoiseSite): string[] =>
  site
    .items()
    .filter(({ type }) => type === 'event')
    .map(({ payload }) => payload.exception?.values?.at(-1)?.value ?? payload.message ?? '');

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

/** How often each rule has matched, without those that never have. */
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

/** What the SDK does with its counts when the page is hidden. */
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

// All faults are raised on one page, one after the other. A failure names the rule and the fault.
const NOISE = RULES.flatMap(({ rule, noise }) =>
  noise.map(({ title, ...fault }) => ({ rule, fault, name: `${rule}: ${title}` })),
);
const REAL = RULES.flatMap(({ rule, real }) =>
  real.map(({ title, message, ...fault }) => ({ fault, message, name: `${rule}: ${title}` })),
);

/** Raises each noise in turn and waits until its rule, and no rule of a later one, has counted it. */
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
    expect(messages(site).at(-1), name).toMatch(message);
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
  /** The SDK ends a page's trace when the page has been quiet for a second. */
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
