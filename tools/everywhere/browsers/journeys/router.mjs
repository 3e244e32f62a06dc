// Navigations and their deadlines, the reload breaker, the back/forward cache and the URL check.
import { readFileSync } from 'node:fs';
import { startRouterSite } from 'everywhere-e2e/src/support/router-site.ts';
import { NAVIGATIONS, startNavigationSite } from 'everywhere-e2e/src/journeys/navigations.ts';
import {
  asked,
  leaveTwice,
  recoveryBody,
  RELOADS,
  RESTORED,
  startReloadSite,
} from 'everywhere-e2e/src/journeys/recovery.ts';
import { ENGINE, eventually, untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({
  served: {
    navigations: startNavigationSite,
    reloads: startReloadSite,
    recovery: () => startRouterSite({ entry: 'recovery.mjs', body: () => recoveryBody('A') }),
  },
});

const newVisit = async (site) => ({ tab: await used.openTab(), site, expect });

describe('navigations', () => {
  it.each(Object.entries(NAVIGATIONS))('%s', async (_title, journey) =>
    journey(await newVisit(used.navigations)),
  );
});

describe('the reload breaker', () => {
  it.each(Object.entries(RELOADS))('%s', async (_title, journey) => journey(await newVisit(used.reloads)));
});

describe('the back/forward cache', () => {
  it.each(Object.entries(RESTORED))('%s', async (_title, journey) => journey(await newVisit(used.recovery)));

  it('a page that it brings back finds in the storage of its tab what was there when it was left, in Firefox alone', async () => {
    const tab = await used.openTab(`${used.recovery.origin}/here`);
    await untilPage(tab, () => window.app !== undefined && document.readyState === 'complete');
    await tab.evaluate(() => {
      sessionStorage.setItem('kept', 'by the first page');
      setTimeout(() => location.assign('/there'));
    });
    await untilPage(tab, () => window.app !== undefined && location.pathname === '/there');
    await tab.evaluate(() => {
      sessionStorage.setItem('kept', 'by the second page');
      setTimeout(() => history.back());
    });
    await untilPage(tab, () => location.pathname === '/here' && window.isRestored === true);
    const kept = `by the ${ENGINE === 'firefox' ? 'first' : 'second'} page`;
    expect(await tab.evaluate(() => sessionStorage.getItem('kept'))).toBe(kept);
  });

  it('the visitor of a page that it brings back may insist on the same place', async () => {
    const visit = await newVisit(used.recovery);
    const { tab } = visit;
    await leaveTwice(visit, '/here');
    if (ENGINE === 'firefox') {
      await eventually(async () =>
        expect(await tab.evaluate(() => window.events.at(-1))).toMatchObject({ reason: 'already-reloaded' }),
      );
      await tab.evaluate(() => void window.app.navigator.proceed());
    }
    await untilPage(tab, () => location.pathname === '/there');
    expect(asked(used.recovery, '/there')).toBe(2);
  });
});

describe('the gate for addresses', () => {
  const readRouter = (path) =>
    readFileSync(new URL(`../../../../libs/router/${path}`, import.meta.url), 'utf8');
  const { base, vectors, disputed } = JSON.parse(readRouter('testing/url-vectors.json'));
  const known = Object.values(vectors).flat();

  /**
   * Addresses that an engine's parser reads differently: Firefox ends a relative address at a NUL, WebKit rejects
   * `https:/`. Both are safe.
   */
  const OWN_WAYS = {
    chromium: {},
    firefox: { 'java\u0000script:alert(1)': 'internal /shop/java' },
    webkit: { 'https:/': 'malformed' },
  }[ENGINE];

  it(`judges ${known.length} addresses as Node does, and the engine follows them where the verdict says`, async () => {
    const tab = await used.openTab(`${used.recovery.origin}/gate`);
    const judged = await tab.evaluate(
      async (source, list, baseUrl) => {
        const hrefs = JSON.parse(list);
        const module = new Blob([source], { type: 'text/javascript' });
        const { classifyUrl } = await import(URL.createObjectURL(module));
        document.head.innerHTML = '<base>';
        document.querySelector('base').setAttribute('href', baseUrl);
        const link = document.createElement('a');
        return hrefs.map((href) => {
          const { kind, path, url, reason } = classifyUrl(href, baseUrl);
          link.setAttribute('href', href);
          return { href, kind, verdict: reason ?? `${kind} ${path ?? url}`, url, followed: link.href };
        });
      },
      readRouter('dist/url/classify-url.js'),
      // As text, because protocols cut a string at a NUL.
      JSON.stringify([...known.map(([href]) => href), ...disputed]),
      base,
    );
    const own = judged.slice(0, known.length);
    const wrong = own.filter(({ href, verdict }, index) => verdict !== (OWN_WAYS[href] ?? known[index][1]));
    expect(wrong).toEqual([]);
    // An empty query or fragment changes nothing, and is omitted.
    const elsewhere = judged.filter(
      ({ url, followed }) => typeof url === 'string' && url !== followed.replace(/[?#]$/, ''),
    );
    expect(elsewhere).toEqual([]);
    expect(judged.slice(known.length).filter(({ kind }) => kind === 'internal')).toEqual([]);
    // Control: without the check, a link would lead away, or run as a script.
    const astray = judged.filter(
      ({ url, followed }) => typeof url !== 'string' && !followed.startsWith('https://app.example/'),
    );
    expect(astray.length).toBeGreaterThan(100);
  });
});
