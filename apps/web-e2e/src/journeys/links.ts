import { startRouterSite, type RouterSite, type SiteRequest } from '../support/router-site.ts';
import { eventually, untilPage, type Visit } from '../support/tab.ts';

interface LinkEvent {
  readonly path: string;
  readonly phase: string;
  readonly priority: string;
  readonly source: string;
  readonly reason?: string;
}

declare global {
  interface Window {
    events: LinkEvent[];
    enabled: boolean;
    listeners: number;
    start(options?: object): () => void;
    stop(): void;
  }
}

const BODY = `<style>a, span { display: block; height: 40px; } .far { margin-top: 4000px; }</style>
  <span id="above">above</span>
  <a id="plain" href="plain">plain</a>
  <a id="other" href="other">other</a>
  <nav data-prefetch="off"><a id="off" href="off">off</a></nav>
  <nav data-prefetch="intent"><a id="intent" href="intent">intent</a></nav>
  <svg width="100" height="40"><a id="svg" href="svg"><rect width="100" height="40" /></a></svg>
  <div id="host"><template shadowrootmode="open"><a id="one" href="one">one</a><a id="two" href="two">two</a></template></div>
  <main></main>
  <a id="far" class="far" href="far">far</a>`;

export const startLinkSite = (): Promise<RouterSite> =>
  startRouterSite({
    entry: 'links.mjs',
    body: () => BODY,
    documentHeaders: { 'cache-control': 'max-age=60' },
  });

export type LinkVisit = Visit<RouterSite>;

/** Each page and its links have different addresses, because prefetched pages are cached. */
let visits = 0;
const addressOf = (name: string): string => `/visit-${visits}/${name}`;

/** Opens a page that prefetches its links with these options. */
export async function open({ tab, site }: LinkVisit, options: object = {}): Promise<void> {
  visits += 1;
  site.requests.length = 0;
  await tab.goto(`${site.origin}${addressOf('')}?options=${encodeURIComponent(JSON.stringify(options))}`);
  await untilPage(tab, () => 'stop' in window);
}

/** The requests for a link of the page. */
const requestsFor = ({ site }: LinkVisit, name: string): readonly SiteRequest[] =>
  site.requests.filter(({ path }) => path === addressOf(name));
export const asked = (visit: LinkVisit, name: string): number => requestsFor(visit, name).length;
/** The header by which the browser tells a prefetch, of each request for a link. */
export const purposesOf = (visit: LinkVisit, name: string): readonly unknown[] =>
  requestsFor(visit, name).map(({ headers }) => headers['sec-purpose']);

/** The events of a link. */
export const eventsOf = ({ tab }: LinkVisit, name: string): Promise<readonly LinkEvent[]> =>
  tab.evaluate((path) => window.events.filter((event) => event.path === path), addressOf(name));
export const phasesOf = async (visit: LinkVisit, name: string): Promise<readonly string[]> =>
  (await eventsOf(visit, name)).map(({ phase }) => phase);
export const sourceOf = async (visit: LinkVisit, name: string): Promise<string | undefined> =>
  (await eventsOf(visit, name))[0]?.source;

export const prefetchElements = ({ tab }: LinkVisit): Promise<number> =>
  tab.evaluate(() => document.querySelectorAll('link[rel=prefetch]').length);

/** Waits until a link has been prefetched, once. */
export const isPrefetched = (visit: LinkVisit, name: string): Promise<void> =>
  eventually(async () => {
    visit.expect(await phasesOf(visit, name)).toEqual(['queued', 'started', 'done']);
  });

/** Journeys that every browser makes, by their titles. */
export const LINKS: Readonly<Record<string, (visit: LinkVisit) => Promise<void>>> = {
  'a link that is pointed at is asked for once': async (visit) => {
    const { tab, expect } = visit;
    await open(visit);
    await tab.hover('#plain');
    await isPrefetched(visit, 'plain');
    expect(await sourceOf(visit, 'plain')).toBe('hover');
    expect(await prefetchElements(visit)).toBe(0);
    await tab.hover('#above');
    await tab.hover('#plain');
    await tab.click('#plain');
    await untilPage(tab, () => location.pathname.endsWith('/plain'));
    // The navigation finds the answer in the browser's cache.
    expect(purposesOf(visit, 'plain')).toEqual(['prefetch']);
  },

  'control: what is not to be asked for is asked for by the click alone': async (visit) => {
    const { tab, expect } = visit;
    await open(visit);
    await tab.hover('#off');
    await tab.hover('#plain');
    await isPrefetched(visit, 'plain');
    expect(asked(visit, 'off')).toBe(0);
    await tab.click('#off');
    await eventually(() => {
      expect(purposesOf(visit, 'off')).toEqual([undefined]);
    });
  },

  'a link that is seen is asked for, one far below is not until it is': async (visit) => {
    const { tab, expect } = visit;
    await open(visit, { viewport: true });
    await isPrefetched(visit, 'plain');
    expect(await sourceOf(visit, 'plain')).toBe('viewport');
    expect([asked(visit, 'far'), asked(visit, 'off')]).toEqual([0, 0]);
    await tab.evaluate(() => {
      document.querySelector('#far')?.scrollIntoView();
    });
    await eventually(() => {
      expect(asked(visit, 'far')).toBe(1);
    });
  },
};
