import type { IncomingMessage, ServerResponse } from 'node:http';
import { startRouterSite, type RouterSite } from '../support/router-site.ts';
import { eventually, untilPage, type Tab, type Visit } from '../support/tab.ts';

type Journey = (visit: Visit<RouterSite>) => Promise<void>;

/** The names that pages/router/recovery.mjs sets on the window for these journeys. */
interface PageWindow {
  readonly app?: { readonly navigator: { readonly push: (href: string) => unknown } };
  readonly events: readonly object[];
  readonly isRestored?: boolean;
}
declare const window: PageWindow & Window & typeof globalThis;

/** The modes of `pages/router/reloads.mjs`: the state of the tab's storage, and of the mark of a reload. */
const MODES = ['works', 'throws', 'full', 'absent', 'opaque', 'stripped', 'renamed'];

/** The server's part in some modes: an opaque origin, and a redirect to the address without its query. */
function answerReloads({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  // A sandboxed document has an opaque origin, so its own script is cross-origin.
  response.setHeader('access-control-allow-origin', '*');
  if (url.includes('/opaque')) response.setHeader('content-security-policy', 'sandbox allow-scripts');
  const [path, query] = url.split('?');
  if (!url.includes('/stripped') || query === undefined) return false;
  response.writeHead(302, { location: path }).end();
  return true;
}

/** The site of {@link RELOADS}. */
export const startReloadSite = (): Promise<RouterSite> =>
  startRouterSite({ entry: 'reloads.mjs', answer: answerReloads });

export const asked = ({ requests }: RouterSite, path: string): number =>
  requests.filter((request) => request.path === path).length;

/** Twenty failures of one route end in this number of reloads and with this screen. */
const ends =
  (path: string, ending: { readonly reloads: number; readonly shown: string }): Journey =>
  async ({ tab, site, expect }) => {
    site.requests.length = 0;
    await tab.goto(`${site.origin}${path}`);
    await untilPage(tab, () => document.documentElement.dataset['tries'] === '20');
    const shown = await tab.evaluate(() => document.documentElement.dataset['shown']);
    expect({ reloads: asked(site, path) - 1, shown }).toEqual(ending);
  };

/** A route fails twenty times, and its guard reloads the page once. */
export const reloadsOnce = (mode: string): Journey =>
  ends(`/ours/${mode}`, { reloads: 1, shown: 'error screen' });

/** Journeys that every browser makes, by their titles. The last two modes take the mark of a reload away. */
export const RELOADS: Readonly<Record<string, Journey>> = {
  ...Object.fromEntries(
    MODES.map((mode) => [
      `§5.44 reloads once in 20 failures and then shows a screen, where storage is: ${mode}`,
      reloadsOnce(mode),
    ]),
  ),
  // One takes an exception for a first time. The other's mark is in the address, where a redirect drops it.
  ...Object.fromEntries(
    ['/nuxt/throws', '/address/stripped'].map((path) => [
      `§5.44 control: another guard reloads 20 times in 20: ${path}`,
      ends(path, { reloads: 20, shown: 'nothing' }),
    ]),
  ),
};

/** The body of a document of `pages/router/recovery.mjs`. */
export const recoveryBody = (build: string): string =>
  `<main data-build="${build}"><form><input id="name"></form><output></output></main>`;

/** Leaves by a document load, returns from the back/forward cache, and navigates there again. */
export async function leaveTwice({ tab, site, expect }: Visit<RouterSite>, path: string): Promise<void> {
  site.requests.length = 0;
  await tab.goto(`${site.origin}${path}`);
  // Firefox does not cache a page that is left while it loads.
  await untilPage(tab, () => window.app !== undefined && document.readyState === 'complete');
  await push(tab);
  await untilPage(tab, () => window.app !== undefined && location.pathname === '/there');
  await tab.evaluate(() => {
    setTimeout(() => {
      history.back();
    });
  });
  await eventually(async () => {
    expect(await tab.evaluate(() => [location.pathname, window.isRestored])).toEqual(['/here', true]);
  });
  await push(tab);
}

const push = (tab: Tab): Promise<void> =>
  tab.evaluate(() => {
    window.app?.navigator.push('/there');
  });

/** Journeys that every browser with a back/forward cache makes, by their titles. */
export const RESTORED: Readonly<Record<string, Journey>> = {
  '§5.35 a page that it brings back goes to the same place again': async (visit) => {
    await leaveTwice(visit, '/here');
    await untilPage(visit.tab, () => location.pathname === '/there');
    visit.expect(asked(visit.site, '/there')).toBe(2);
  },

  '§5.35 control: without the reset of a page that comes back, it stays': async (visit) => {
    const { tab, site, expect } = visit;
    await leaveTwice(visit, '/here?control=no-reset');
    // The document requested before the page went into the cache never arrives.
    await eventually(async () => {
      expect(await tab.evaluate(() => window.events.at(-1))).toMatchObject({ reason: 'no-document' });
    });
    expect(asked(site, '/there')).toBe(1);
  },
};
