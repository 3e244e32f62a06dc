import { readFileSync } from 'node:fs';
import { setTimeout as passTime } from 'node:timers/promises';
import { test as base, type Page } from '@playwright/test';
import {
  documents,
  historyLength,
  NAVIGATIONS,
  open as openSite,
  push,
  startNavigationSite,
} from './journeys/navigations.ts';
import { expect } from './support/expect.ts';
import { answer, held, page, QUICK } from './support/navigation-answers.ts';
import { startRouterSite, type RouterSite } from './support/router-site.ts';
import { tabOf } from './support/tab.ts';

declare global {
  interface Window {
    readonly load: (address: string, retries: number) => Promise<unknown>;
    readonly presets: Readonly<Record<string, { readonly serverDataRetries: number }>>;
    readonly sanitizeReturnPath: (path: string, options: object) => string | undefined;
  }
}

const test = base.extend<object, { site: RouterSite; dataSite: RouterSite }>({
  site: [
    async ({}, use) => {
      const site = await startNavigationSite();
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

for (const [title, journey] of Object.entries(NAVIGATIONS))
  test(title, ({ page: tab, site }) => journey({ tab: tabOf(tab), site, expect }));

const open = (tab: Page, site: RouterSite, numbers: Partial<typeof QUICK> = {}): Promise<void> =>
  openSite({ tab: tabOf(tab), site, expect }, numbers);

const shown = (tab: Page): Promise<string | null> => tab.getByRole('main').textContent();

test('27 a document of the current address adds no entry', async ({ page: tab, site }) => {
  await open(tab, site);
  const before = await historyLength(tabOf(tab));
  const reloaded = tab.waitForEvent('domcontentloaded');
  await tab.evaluate(() => {
    window.router.hard.hardNavigate('/home#part', { reason: 'broken-data', history: 'push' });
  });
  await reloaded;
  await expect(tab.getByRole('main')).toHaveText('document /home');
  expect(await historyLength(tabOf(tab))).toBe(before);
  expect(site.requests.filter(({ path }) => path === '/home')).toHaveLength(2);
});

test('29 S32 the deadline passes where a timer that waits for idleness never starts', async ({
  page: tab,
  site,
}) => {
  await open(tab, site, QUICK);
  await tab.evaluate(() => {
    window.keepBusy();
    // Control: a timer started as Next does (client/lib/promise.js), with a tenth of the time.
    requestIdleCallback(() => setTimeout(() => sessionStorage.setItem('idle', 'came'), 20));
  });
  await push(tabOf(tab), page('/slow', { data: 'hang' }));
  await expect(tab.getByRole('main')).toHaveText('document /slow');
  expect(await tab.evaluate(() => sessionStorage.getItem('idle'))).toBeNull();
});

test('29 control: on a quiet page the callback comes at once', async ({ page: tab, site }) => {
  await open(tab, site);
  const came = tab.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve('came'))));
  expect(await came).toBe('came');
});

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
  // Chromium itself repeats a request if a kept-alive connection is cut.
  const [error, requests] = await ask('/data.json?data=cut', 'spec');
  expect(error).toBe('TypeError');
  expect(requests).toBeLessThanOrEqual(2);
});

test('33 A → B → A → B stops with an error screen, and no request after it', async ({ page: tab, site }) => {
  await open(tab, site);
  await push(tabOf(tab), '/a?data=cycle');
  await expect(tab.getByRole('alert')).toHaveText('redirect-cycle');
  expect(site.requests.filter(({ path }) => path.startsWith('/data'))).toHaveLength(3);
  expect(documents(site)).toEqual([]);
  expect(await shown(tab)).toBe('document /home');
});

/**
 * Navigates to a page that hangs, and acts while its document is loading: the browser allows no other script to run
 * then.
 */
const whileLeaving = (tab: Page): Promise<void> =>
  tab.evaluate(
    (older) => {
      const { navigator } = window.router;
      const stop = navigator.subscribe(() => {
        const { target, hard } = navigator.state();
        if (hard?.outcome !== 'navigating' || target?.includes('/older') !== true) return;
        stop();
        void fetch('/once-held.json').then(() => {
          history.pushState(null, '', '/newer');
        });
      });
      navigator.push(older);
    },
    page('/older', { data: 'hang', document: 'held' }),
  );

test('34 control: what a soft navigation shows is replaced by the document that was on its way', async ({
  page: tab,
  site,
}) => {
  await open(tab, site, { ...QUICK, documentTimeoutMs: 30_000 });
  await whileLeaving(tab);
  await tab.waitForURL('**/newer', { waitUntil: 'commit' });
  held.pop()?.();
  await expect(tab.getByRole('main')).toHaveText('document /older');
});

for (const href of ['/.//host', '/x/..//host?q=\\', '..\\\\host']) {
  test(`37 an address that reads as another site once written as a path is loaded from this one: ${href}`, async ({
    page: tab,
    site,
  }) => {
    await open(tab, site);
    expect(await push(tabOf(tab), href)).toBe('navigating');
    await tab.waitForURL((url) => url.pathname === '//host');
    expect(new URL(tab.url()).origin).toBe(site.origin);
  });
}

for (const history of ['push', 'replace'] as const) {
  test(`40 a redirect keeps its semicolons: ${history}`, async ({ page: tab, site }) => {
    await open(tab, site);
    const to = '/a;b=1;307;?x=1;y=2#z;push';
    const outcome = await tab.evaluate(
      ([target, mode]) => window.router.navigator.redirect(target, { history: mode }).outcome,
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
    readFileSync(new URL('../../../libs/router/testing/return-path-vectors.json', import.meta.url), 'utf8'),
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
      // eslint-disable-next-line no-debugger -- the tested feature
      debugger;
      return outcome;
    },
    page('/slept', { data: 'hang' }),
  );
  await slept;
  await passTime(2 * QUICK.routeLoadTimeoutMs);
  expect(documents(site)).toEqual([]);
  await client.send('Debugger.disable');
  // The next document ends the script whose result was awaited.
  await pushed.catch(() => undefined);
  await expect(tab.getByRole('main')).toHaveText('document /slept');
});

test('S32 a document that the visitor does not want is noticed', async ({ page: tab, site }) => {
  await open(tab, site, QUICK);
  await tab.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  await tab.getByRole('main').click();
  const asked = tab.waitForEvent('dialog');
  tab.once('dialog', (dialog) => void dialog.dismiss());
  await push(tabOf(tab), page('/unwanted', { data: 'hang' }));
  expect((await asked).type()).toBe('beforeunload');
  await expect(tab.getByRole('alert')).toHaveText('no-document');
  expect(await shown(tab)).toBe('document /home');
});

test('S14 a click made offline fails visibly and is answered once the network is back', async ({
  page: tab,
  context,
  site,
}) => {
  await open(tab, site);
  await context.setOffline(true);
  await push(tabOf(tab), '/wanted');
  await expect(tab.getByRole('alert')).toHaveText('offline');
  await context.setOffline(false);
  await expect(tab.getByRole('main')).toHaveText('soft /wanted');
  await expect(tab.getByRole('alert')).toHaveText('');
  expect(documents(site)).toEqual([]);
});
