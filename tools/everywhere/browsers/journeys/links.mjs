// Prefetching of plain links. WebKit has no `<link rel="prefetch">`, so the library fetches there.
import { startRouterSite } from 'everywhere-e2e/src/support/router-site.ts';
import { eventually, untilPage, useBrowser } from '../browser.mjs';

/** Each page has its own links, because prefetched pages are cached. */
const bodyOf = (path) => {
  const { pathname } = new URL(path, 'http://localhost');
  return `<style>a { display: block; height: 40px; } .far { margin-top: 4000px; }</style>
  <p id="above">above</p><a id="plain" href="${pathname}/plain">plain</a>
  <nav data-prefetch="off"><a id="off" href="${pathname}/off">off</a></nav>
  <main></main><a id="far" class="far" href="${pathname}/far">far</a>`;
};

const used = useBrowser({
  served: {
    site: () =>
      startRouterSite({
        entry: 'links.mjs',
        body: bodyOf,
        documentHeaders: { 'cache-control': 'max-age=60' },
      }),
  },
});
let visits = 0;
const asked = (path) =>
  used.site.requests.filter((request) => request.path === `/visit-${visits}${path}`).length;

async function open(query = '') {
  visits += 1;
  used.site.requests.length = 0;
  const tab = await used.openTab(`${used.site.origin}/visit-${visits}?${query}`);
  await untilPage(tab, () => window.stop !== undefined && window.events !== undefined);
  return tab;
}
const phasesOf = (tab, path) =>
  tab.evaluate(
    (wanted) => window.events.filter((it) => it.path === wanted).map(({ phase }) => phase),
    `/visit-${visits}${path}`,
  );
const isDone = (tab, path) =>
  eventually(async () => expect(await phasesOf(tab, path)).toEqual(['queued', 'started', 'done']));

describe('prefetching of links', () => {
  it.each(['link', 'fetch'])('a link that is pointed at is asked for once: %s', async (transport) => {
    const tab = await open(`transport=${transport}`);
    await tab.hover('#plain');
    await isDone(tab, '/plain');
    await tab.hover('#above');
    await tab.hover('#plain');
    await tab.click('#plain');
    await untilPage(tab, () => location.pathname.endsWith('/plain'));
    // The answer may be cached: the navigation finds it in the browser's cache.
    expect(asked('/plain')).toBe(1);
  });

  it('a link that is seen is asked for, one far below is not until it is', async () => {
    const tab = await open();
    await tab.evaluate(() => void window.start({ viewport: true }));
    await isDone(tab, '/plain');
    expect([asked('/far'), asked('/off')]).toEqual([0, 0]);
    await tab.evaluate(() => document.querySelector('#far').scrollIntoView());
    await eventually(() => expect(asked('/far')).toBe(1));
  });

  it('control: what is not to be asked for is asked for by the click alone', async () => {
    const tab = await open();
    await tab.hover('#off');
    await tab.hover('#plain');
    await isDone(tab, '/plain');
    expect(asked('/off')).toBe(0);
    await tab.click('#off');
    await eventually(() => expect(asked('/off')).toBe(1));
  });
});
