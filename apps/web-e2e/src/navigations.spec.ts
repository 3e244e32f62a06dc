import { readFileSync } from 'node:fs';
import { setTimeout as passTime } from 'node:timers/promises';
import { test as base, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { answer, held, page, pathOf, QUICK, siteBody, type Answer } from './support/navigation-answers.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';

interface Told {
  readonly type: string;
  readonly phase?: string;
  readonly url: string;
  readonly reason?: string;
  readonly refusal?: string;
}

interface RouterWindow {
  readonly load: (address: string, retries: number) => Promise<unknown>;
  readonly presets: Readonly<Record<string, { readonly serverDataRetries: number }>>;
  readonly sanitizeReturnPath: (path: string, options: object) => string | undefined;
  readonly startRouter: (options: Partial<typeof QUICK>) => void;
  readonly startClicks: (answers: readonly object[], patienceMs: number, numbers: typeof QUICK) => void;
  readonly keepBusy: () => void;
  readonly applyRedirect: (thrown: unknown, navigator: unknown) => { readonly outcome: string };
  readonly redirectSignal: (to: string, options: { readonly history: string }) => Error;
  readonly router: {
    readonly events: readonly Told[];
    readonly hard: { hardNavigate(target: string, options: object): { readonly outcome: string } };
    readonly navigator: {
      push(href: string): { readonly outcome: string };
      replace(href: string): { readonly outcome: string };
      proceed(): { readonly outcome: string };
      state(): {
        readonly status: string;
        readonly target?: string;
        readonly hard?: { readonly outcome: string };
      };
      subscribe(listener: () => void): () => void;
    };
  };
}
declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the page's own names
  interface Window extends RouterWindow {}
}

const test = base.extend<object, { site: RouterSite; dataSite: RouterSite }>({
  site: [
    async ({}, use) => {
      const site = await startRouterSite({
        entry: 'navigations.mjs',
        answer,
        body: siteBody,
      });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  dataSite: [
    async ({}, use) => {
      const site = await startRouterSite({ entry: 'navigations-data.mjs', answer });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
});

async function open(tab: Page, site: RouterSite, numbers: Partial<typeof QUICK> = {}): Promise<void> {
  site.requests.length = 0;
  await tab.goto(`${site.origin}/home`);
  await tab.evaluate((options) => window.startRouter(options), numbers);
}

const push = (tab: Page, href: string): Promise<string> =>
  tab.evaluate((target) => window.router.navigator.push(target).outcome, href);

const shown = (tab: Page): Promise<string | null> => tab.getByRole('main').textContent();

const documents = (site: RouterSite): readonly string[] =>
  site.requests
    .filter(({ path, headers }) => path !== '/home' && headers['sec-fetch-mode'] === 'navigate')
    .map(({ path }) => pathOf(path).pathname);

const historyLength = (tab: Page): Promise<number> => tab.evaluate(() => history.length);

test('26 S5 S6 push adds one history entry, replace none, softly and by a document', async ({
  page: tab,
  site,
}) => {
  await open(tab, site);
  const before = await historyLength(tab);
  await push(tab, '/pushed');
  await expect(tab.getByRole('main')).toHaveText('soft /pushed');
  expect(await historyLength(tab)).toBe(before + 1);
  await tab.evaluate(() => window.router.navigator.replace('/replaced'));
  await expect(tab.getByRole('main')).toHaveText('soft /replaced');
  expect(await historyLength(tab)).toBe(before + 1);
  await tab.goBack();
  expect(new URL(tab.url()).pathname).toBe('/home');

  await tab.goForward();
  await tab.evaluate(
    (href) => window.router.navigator.replace(href),
    page('/hard-replaced', { data: 'broken' }),
  );
  await expect(tab.getByRole('main')).toHaveText('document /hard-replaced');
  expect(await historyLength(tab)).toBe(before + 1);
  await tab.evaluate(() => window.startRouter({}));
  await push(tab, page('/hard-pushed', { data: 'broken' }));
  await expect(tab.getByRole('main')).toHaveText('document /hard-pushed');
  expect(await historyLength(tab)).toBe(before + 2);
  expect(documents(site)).toEqual(['/hard-replaced', '/hard-pushed']);
});

test('27 a push of the current address adds no entry, softly or by a document', async ({
  page: tab,
  site,
}) => {
  await open(tab, site);
  const before = await historyLength(tab);
  await push(tab, '/home');
  await expect(tab.getByRole('main')).toHaveText('soft /home');
  expect(await tab.evaluate(() => window.router.navigator.state().status)).toBe('idle');
  const reloaded = tab.waitForEvent('domcontentloaded');
  await tab.evaluate(() => {
    window.router.hard.hardNavigate('/home#part', { reason: 'broken-data', history: 'push' });
  });
  await reloaded;
  await expect(tab.getByRole('main')).toHaveText('document /home');
  expect(await historyLength(tab)).toBe(before);
  expect(site.requests.filter(({ path }) => path === '/home')).toHaveLength(2);
});

test('29 S32 the deadline passes on a page that is never idle, where one that waits for idleness never starts', async ({
  page: tab,
  site,
}) => {
  await open(tab, site, QUICK);
  await tab.evaluate(() => {
    window.keepBusy();
    // The control: as Next starts its own (client/lib/promise.js), for a tenth of the time.
    requestIdleCallback(() => setTimeout(() => sessionStorage.setItem('idle', 'came'), 20));
  });
  await push(tab, page('/slow', { data: 'hang' }));
  await expect(tab.getByRole('main')).toHaveText('document /slow');
  expect(await tab.evaluate(() => sessionStorage.getItem('idle'))).toBeNull();
});

test('29 control: on a quiet page the callback comes at once', async ({ page: tab, site }) => {
  await open(tab, site);
  const came = tab.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve('came'))));
  expect(await came).toBe('came');
});

for (const data of ['broken', 'html'] as const) {
  test(`31 S14 data that is ${data === 'html' ? 'no data' : 'not OK'} leads to the document, fragment and all`, async ({
    page: tab,
    site,
  }) => {
    await open(tab, site);
    await push(tab, `${page('/bad', { data })}#part`);
    await expect(tab.getByRole('main')).toHaveText('document /bad');
    expect(new URL(tab.url()).hash).toBe('#part');
    expect(documents(site)).toEqual(['/bad']);
  });
}

test('32 S33 a 500 is asked for as often as the preset says, a 404 or a cut connection once', async ({
  page: tab,
  dataSite,
}) => {
  await tab.goto(dataSite.origin);
  const ask = async (
    address: string,
    preset?: string,
  ): Promise<readonly [result: unknown, requests: number]> => {
    dataSite.requests.length = 0;
    const result = await tab.evaluate(
      ([url, name]) =>
        window.load(url, name === undefined ? 0 : (window.presets[name]?.serverDataRetries ?? 0)),
      [address, preset] as const,
    );
    return [result, dataSite.requests.length];
  };
  expect(await ask('/data.json?data=broken', 'next15_1')).toEqual([500, 3]);
  expect(await ask('/data.json?data=broken', 'spec')).toEqual([500, 4]);
  expect(await ask('/data.json?data=broken')).toEqual([500, 1]);
  expect(await ask('/missing.json', 'spec')).toEqual([404, 1]);
  // Chromium itself asks once more where a connection it had kept is cut.
  const [error, requests] = await ask('/data.json?data=cut', 'spec');
  expect(error).toBe('TypeError');
  expect(requests).toBeLessThanOrEqual(2);
});

test('33 A → B → A → B stops with an error screen, and no request after it', async ({ page: tab, site }) => {
  await open(tab, site);
  await push(tab, '/a?data=cycle');
  await expect(tab.getByRole('alert')).toHaveText('redirect-cycle');
  expect(site.requests.filter(({ path }) => path.startsWith('/data'))).toHaveLength(3);
  expect(documents(site)).toEqual([]);
  expect(await shown(tab)).toBe('document /home');
});

test('34 a newer navigation supersedes the older, whose late answer changes nothing', async ({
  page: tab,
  site,
}) => {
  await open(tab, site);
  const late = tab.waitForResponse((response) => response.url().includes('held'));
  await push(tab, page('/older', { data: 'held' }));
  await expect.poll(() => held).toHaveLength(1);
  await push(tab, '/newer');
  await expect(tab.getByRole('main')).toHaveText('soft /newer');
  held.pop()?.();
  await (await late).finished();
  expect(new URL(tab.url()).pathname).toBe('/newer');
  const told = await tab.evaluate(() =>
    window.router.events.map(({ url, phase }) => `${new URL(url).pathname} ${phase}`),
  );
  expect(told.filter((line) => !line.endsWith('slow'))).toEqual([
    '/older started',
    '/older abandoned',
    '/newer started',
    '/newer done',
  ]);
});

/** Navigates to a page that hangs, and acts while its document is on its way: the browser lets no one else in then. */
const whileLeaving = (tab: Page, act: 'push' | 'pushState'): Promise<void> =>
  tab.evaluate(
    ([older, how]) => {
      const { navigator } = window.router;
      const stop = navigator.subscribe(() => {
        const { target, hard } = navigator.state();
        if (hard?.outcome !== 'navigating' || target?.includes('/older') !== true) return;
        stop();
        void fetch('/once-held.json').then(() => {
          if (how === 'push') navigator.push('/newer');
          else history.pushState(null, '', '/newer');
        });
      });
      navigator.push(older);
    },
    [page('/older', { data: 'hang', document: 'held' }), act] as const,
  );

test('34 a newer navigation supersedes a document that is on its way', async ({ page: tab, site }) => {
  await open(tab, site, { ...QUICK, documentTimeoutMs: 30_000 });
  await whileLeaving(tab, 'push');
  await expect(tab.getByRole('main')).toHaveText('document /newer');
  held.pop()?.();
  expect(new URL(tab.url()).pathname).toBe('/newer');
  expect(documents(site)).toEqual(['/older', '/newer']);
});

test('34 control: what a soft navigation shows is replaced by the document that was on its way', async ({
  page: tab,
  site,
}) => {
  await open(tab, site, { ...QUICK, documentTimeoutMs: 30_000 });
  await whileLeaving(tab, 'pushState');
  await tab.waitForURL('**/newer', { waitUntil: 'commit' });
  held.pop()?.();
  await expect(tab.getByRole('main')).toHaveText('document /older');
});

const { vectors } = JSON.parse(
  readFileSync(new URL('../../../libs/router/testing/url-vectors.contract.json', import.meta.url), 'utf8'),
) as { readonly vectors: Readonly<Record<string, readonly (readonly [href: string, verdict: string])[]>> };
const judged = (verdict: RegExp): readonly string[] =>
  Object.values(vectors)
    .flat()
    .filter(([, text]) => verdict.test(text))
    .map(([href]) => href)
    // The vectors are of a page of https: `http:host` is relative on one of http, such as this site's.
    .filter((href) => !/^http:(?!\/\/)/.test(href));

for (const href of ['/.//host', '/x/..//host?q=\\', '..\\\\host']) {
  test(`37 an address that reads as another site once written as a path is loaded from this one: ${href}`, async ({
    page: tab,
    site,
  }) => {
    await open(tab, site);
    expect(await push(tab, href)).toBe('navigating');
    await tab.waitForURL((url) => url.pathname === '//host');
    expect(new URL(tab.url()).origin).toBe(site.origin);
  });
}

for (const [title, hrefs] of [
  [
    '38 no address of another site, whatever its slashes, backslashes and tabs,',
    judged(/^(external|credentials|malformed)/),
  ],
  ['39 no javascript: address, whatever its case and its control characters,', judged(/^scheme$/)],
] as const) {
  test(`${title} moves the page`, async ({ page: tab, site }) => {
    await open(tab, site);
    expect(hrefs.length).toBeGreaterThan(5);
    const outcomes = await tab.evaluate((list) => {
      const { navigator, hard } = window.router;
      return list.flatMap((href) => [
        navigator.push(href).outcome,
        navigator.replace(href).outcome,
        hard.hardNavigate(href, { reason: 'confirmed' }).outcome,
      ]);
    }, hrefs);
    expect(new Set(outcomes)).toEqual(new Set(['refused']));
    await expect(tab.getByRole('alert')).toHaveText('unsafe-url');
    expect(new URL(tab.url()).pathname).toBe('/home');
    expect(site.requests.filter(({ path }) => path !== '/home' && path !== '/entry.js')).toEqual([]);
  });
}

test('39 control: the browser itself runs a javascript: address, whatever its control characters', async ({
  page: tab,
  site,
}) => {
  await open(tab, site);
  await tab.evaluate(() => location.assign('java\tscript:void(document.title = "ran")'));
  await expect(tab).toHaveTitle('ran');
});

for (const history of ['push', 'replace'] as const) {
  test(`40 a redirect keeps its semicolons: ${history}`, async ({ page: tab, site }) => {
    await open(tab, site);
    const to = '/a;b=1;307;?x=1;y=2#z;push';
    const outcome = await tab.evaluate(
      ([target, mode]) =>
        window.applyRedirect(window.redirectSignal(target, { history: mode }), window.router.navigator)
          .outcome,
      [to, history] as const,
    );
    expect(outcome).toBe('started');
    await expect(tab.getByRole('main')).toHaveText('soft /a;b=1;307;');
    const { pathname, search, hash } = new URL(tab.url());
    expect(pathname + search + hash).toBe(to);
  });
}

test('41 a return path leads to a page of this site, and never to the sign-in again', async ({
  page: tab,
  dataSite,
}) => {
  const returnPaths = JSON.parse(
    readFileSync(
      new URL('../../../libs/router/testing/return-path-vectors.contract.json', import.meta.url),
      'utf8',
    ),
  ) as {
    readonly base: string;
    readonly signInPath: readonly string[];
    readonly vectors: Readonly<
      Record<string, readonly (readonly [path: string, sanitized: string | null])[]>
    >;
  };
  const known = Object.values(returnPaths.vectors).flat();
  await tab.goto(dataSite.origin);
  const sanitized = await tab.evaluate(
    ([paths, base, signInPath]) =>
      paths.map((path) => [path, window.sanitizeReturnPath(path, { base, signInPath }) ?? null]),
    [known.map(([path]) => path), returnPaths.base, returnPaths.signInPath] as const,
  );
  expect(sanitized).toEqual(known);
});

test('S32 the deadline passes when a tab that slept wakes up', async ({ page: tab, site }) => {
  await open(tab, site, QUICK);
  const client = await tab.context().newCDPSession(tab);
  await client.send('Debugger.enable');
  const slept = new Promise((resolve) => client.once('Debugger.paused', resolve));
  const pushed = tab.evaluate(
    (target) => {
      const { outcome } = window.router.navigator.push(target);
      // Stops every timer of the tab in the task that has set the deadline, as sleep does.
      // eslint-disable-next-line no-debugger -- what the test is about
      debugger;
      return outcome;
    },
    page('/slept', { data: 'hang' }),
  );
  await slept;
  await passTime(2 * QUICK.routeLoadTimeoutMs);
  expect(documents(site)).toEqual([]);
  await client.send('Debugger.disable');
  // The document that follows ends the script that was asked for the outcome.
  await pushed.catch(() => undefined);
  await expect(tab.getByRole('main')).toHaveText('document /slept');
});

test('S32 a document answered with nothing is noticed, and the visitor may insist', async ({
  page: tab,
  site,
}) => {
  await open(tab, site, QUICK);
  await push(tab, page('/empty', { data: 'hang', document: 'empty' }));
  await expect(tab.getByRole('alert')).toHaveText('no-document');
  expect(await shown(tab)).toBe('document /home');
  expect(await tab.evaluate(() => window.router.navigator.proceed().outcome)).toBe('navigating');
  await expect.poll(() => documents(site)).toEqual(['/empty', '/empty']);
  await expect(tab.getByRole('alert')).toHaveText('no-document');
});

test('S32 a document that the visitor does not want is noticed', async ({ page: tab, site }) => {
  await open(tab, site, QUICK);
  await tab.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  await tab.getByRole('main').click();
  const asked = tab.waitForEvent('dialog');
  tab.once('dialog', (dialog) => void dialog.dismiss());
  await push(tab, page('/unwanted', { data: 'hang' }));
  expect((await asked).type()).toBe('beforeunload');
  await expect(tab.getByRole('alert')).toHaveText('no-document');
  expect(await shown(tab)).toBe('document /home');
});

test('S32 what the visitor has typed is not lost to a deadline, until they agree', async ({
  page: tab,
  site,
}) => {
  await open(tab, site, QUICK);
  await tab.getByRole('textbox').fill('half a letter');
  await push(tab, page('/slow', { data: 'hang' }));
  await expect(tab.getByRole('alert')).toHaveText('unsaved-input');
  await expect(tab.getByRole('textbox')).toHaveValue('half a letter');
  await tab.evaluate(() => window.router.navigator.proceed());
  await expect(tab.getByRole('main')).toHaveText('document /slow');
});

test('S14 a click made offline fails visibly and is answered once the network is back', async ({
  page: tab,
  context,
  site,
}) => {
  await open(tab, site);
  await context.setOffline(true);
  await push(tab, '/wanted');
  await expect(tab.getByRole('alert')).toHaveText('offline');
  await context.setOffline(false);
  await expect(tab.getByRole('main')).toHaveText('soft /wanted');
  await expect(tab.getByRole('alert')).toHaveText('');
  expect(documents(site)).toEqual([]);
});

test('no click is dead among sixteen that hang, fail or come late', async ({ page: tab, site }) => {
  const data: readonly Answer[] = [
    'quick',
    'hang',
    'broken',
    'html',
    'late:30',
    'late:300',
    'late:700',
    'hang',
  ];
  const documentAnswers: readonly Answer[] = ['quick', 'quick', 'empty', 'late:100', 'hang'];
  const answers = Array.from({ length: 16 }, (_, click) => ({
    data: data[click % data.length],
    document: documentAnswers[click % documentAnswers.length],
  }));
  let fates: readonly string[] | undefined;
  await tab.exposeFunction('clicked', (report: { fates: readonly string[] }) => (fates = report.fates));
  await open(tab, site);
  await tab.evaluate(([list, numbers]) => window.startClicks(list, 3_000, numbers), [
    answers,
    QUICK,
  ] as const);
  await expect.poll(() => fates).toHaveLength(16);
  expect(fates).not.toContain('dead');
  expect(fates).toEqual(expect.arrayContaining(['soft', 'document', 'no-document']));
});
