// The built application, behind a proxy that sees each request, with an ingest behind its tunnel.
import { errorMessages, receivedItems, waitForError } from 'everywhere-e2e/src/support/envelopes.ts';
import { application, headingIs, isHydrated, openLab, press, throwError } from '../application.mjs';
import { eventually, untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({ served: application() });

beforeEach(() => {
  used.ingest.reset();
  used.proxy.requests.length = 0;
  Object.assign(used.proxy.peak, { prefetches: 0, segments: 0 });
});

async function open(path, hydrated) {
  const tab = await used.openTab(`${used.proxy.origin}${path}`);
  if (hydrated !== undefined) await untilPage(tab, isHydrated, hydrated);
  return tab;
}

describe('monitoring', () => {
  it('an error arrives at ingest through the tunnel, with frames of the application', async () => {
    const { event } = await throwError(used, await openLab(used));
    const { frames } = event.exception.values[0].stacktrace;
    expect(frames.at(-1).filename).toMatch(/\/_next\/static\/chunks\/.*\.js/);
    expect(frames.at(-1).lineno).toBeGreaterThan(0);
    expect([event.environment, typeof event.release]).toEqual(['production', 'string']);
    const posts = used.proxy.requests.filter(({ path }) => path.startsWith('/monitoring-tunnel?'));
    expect(posts.length).toBeGreaterThan(0);
    expect(new Set(posts.map(({ path }) => path))).toEqual(new Set(['/monitoring-tunnel?o=450&p=4509&r=de']));
  });

  it('a rejection that nothing handles arrives too', async () => {
    await press(await openLab(used), '#unhandled-rejection button');
    await waitForError(used.ingest, 'The lab rejected this promise');
  });

  it.each([
    ['cross-origin-script', 'cross-origin-script-error'],
    ['resize-observer', 'resize-observer-loop'],
  ])('noise is dropped, and the lab says so: %s', async (fault, rule) => {
    const tab = await openLab(used);
    await press(tab, `#${fault} button`);
    await eventually(async () =>
      expect(
        await tab.evaluate((id) => document.querySelector(`#${id} .verdict`)?.textContent, fault),
      ).toContain(`Dropped by ${rule}`),
    );
    await throwError(used, tab);
    expect(errorMessages(used.ingest).filter((text) => /Script error|ResizeObserver/.test(text))).toEqual([]);
  });

  it('a redirect is no error, and adds an entry to the history', async () => {
    const tab = await open('/lab', '#redirect-push button');
    const before = await tab.evaluate(() => history.length);
    await press(tab, '#redirect-push button');
    await headingIs(tab, 'Redirected by push');
    expect(await tab.evaluate(() => history.length)).toBe(before + 1);
    await throwError(used, await openLab(used));
    expect(errorMessages(used.ingest).filter((text) => text.includes('NEXT_REDIRECT'))).toEqual([]);
  });

  it('the page load is measured, with the web vitals that the engine knows', async () => {
    const tab = await openLab(used);
    const known = await tab.evaluate(() => {
      const types = PerformanceObserver.supportedEntryTypes;
      return {
        ttfb: types.includes('navigation'),
        fcp: types.includes('paint'),
        lcp: types.includes('largest-contentful-paint'),
      };
    });
    await eventually(() => {
      const spans = receivedItems(used.ingest)
        .filter(({ type }) => type === 'span')
        .flatMap(({ payload }) => payload.items);
      const names = spans.flatMap(({ attributes }) => Object.keys(attributes));
      expect(names).toContain('browser.web_vital.ttfb.value');
    });
    expect(known).toMatchObject({ ttfb: true, fcp: true });
  });
});

describe('screens', () => {
  it.each([
    ['/lab/nowhere', 404, 'This page could not be found'],
    ['/lab/forbidden', 403, 'This page could not be accessed'],
    ['/lab/unauthorized', 401, "You're not authorized"],
  ])('%s has its screen: %d', async (path, _status, text) => {
    await headingIs(await open(path), text);
  });

  it('an error in the browser shows the screen of the application', async () => {
    const tab = await open('/lab', '#render-error a');
    await press(tab, '#render-error a');
    await untilPage(tab, () => document.body.textContent.includes('a client-side exception has occurred'));
  });

  it('an error on the server shows the digest that finds it in the logs', async () => {
    const tab = await open('/crash/server');
    await untilPage(tab, () => /Digest: \S+/.test(document.body.textContent));
  });
});

describe('navigation', () => {
  const documents = (path) =>
    used.proxy.requests.filter((request) => request.kind === 'other' && request.path === path).length;

  it('a route that hangs is loaded as a full page', async () => {
    const tab = await open('/lab', '#hanging-route a');
    await press(tab, '#hanging-route a');
    await headingIs(tab, 'Arrived by a full page load');
    expect(documents('/lab/hanging')).toBe(1);
  });

  it('a route whose chunk is gone is loaded as a full page, once, and nothing is reported', async () => {
    const tab = await open('/lab', '#missing-chunk a');
    await press(tab, '#missing-chunk a');
    await headingIs(tab, 'Loaded by a full page load');
    expect(documents('/lab/missing-chunk')).toBe(1);
    await throwError(used, await openLab(used));
    expect(errorMessages(used.ingest).filter((text) => /chunk|module/i.test(text))).toEqual([]);
    expect(documents('/lab/missing-chunk')).toBe(1);
  });
});

describe('a tab of another build', () => {
  afterEach(() => void (used.proxy.actionId = undefined));

  it('an action that the server does not know loads the page once, which says that it has to be sent again', async () => {
    const tab = await openLab(used);
    // The bridge, which sees the answer, has loaded.
    await untilPage(tab, () => document.querySelector('html > div [role=status]') !== null);
    used.proxy.requests.length = 0;
    used.proxy.actionId = `40${'0'.repeat(40)}`;
    await press(tab, '#redirect-push button');
    await untilPage(tab, () => document.querySelector('html > div [role=status] button') !== null);
    const asked = used.proxy.requests.filter(({ kind, path }) => kind === 'other' && path === '/lab');
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET']);
    used.proxy.actionId = undefined;
    await untilPage(tab, isHydrated, '#redirect-push button');
    await press(tab, '#redirect-push button');
    await headingIs(tab, 'Redirected by push');
  });
});

describe('the governor', () => {
  const prefetches = (page) =>
    used.proxy.requests.filter(
      ({ kind, path }) => kind.endsWith('prefetch') && (page === undefined || path.split('?')[0] === page),
    );
  const openLinks = async () => {
    const tab = await used.openTab();
    await tab.resize(1_280, 3_000);
    await tab.goto(`${used.proxy.origin}/lab/links`);
    await untilPage(tab, isHydrated, '.links a');
    return tab;
  };
  const pages = () => new Set(prefetches().map(({ path }) => path.split('?')[0])).size;

  it('50 links in view are prefetched, at most 5 at once and 2 of them segments, none twice', async () => {
    await openLinks();
    await eventually(() => expect(pages()).toBeGreaterThanOrEqual(50));
    await eventually(() => expect(used.proxy.running).toBe(0));
    expect(used.proxy.peak.prefetches).toBeLessThanOrEqual(5);
    expect(used.proxy.peak.segments).toBe(2);
    const asked = prefetches('/lab/links/37').map(({ path }) => path);
    expect([asked.length > 0, new Set(asked).size]).toEqual([true, asked.length]);
  });

  it('nothing is guessed while a navigation waits for its answer', async () => {
    const release = used.proxy.holdPrefetches();
    try {
      const tab = await openLinks();
      await eventually(() => expect(used.proxy.running).toBeGreaterThanOrEqual(2));
      // Leaves the navigation without an answer.
      used.proxy.answer = ({ kind }) => kind === 'data';
      await press(tab, 'a[href="/lab/links/50"]');
      await eventually(() =>
        expect(
          used.proxy.requests.some(({ kind, path }) => kind === 'data' && path.startsWith('/lab/links/50')),
        ).toBe(true),
      );
      const guesses = () => prefetches().filter(({ path }) => !path.startsWith('/lab/links/50')).length;
      const before = guesses();
      release();
      await eventually(() => expect(used.proxy.running).toBe(0));
      // Further requests would be sent as soon as a slot is free, within two frames.
      await tab.evaluate(
        () =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
      );
      expect(guesses()).toBe(before);
    } finally {
      used.proxy.answer = undefined;
      release();
    }
  });

  it('control: without a navigation that waits, the guesses go on', async () => {
    const release = used.proxy.holdPrefetches();
    await openLinks();
    await eventually(() => expect(used.proxy.running).toBeGreaterThanOrEqual(2));
    const before = prefetches().length;
    release();
    await eventually(() => expect(prefetches().length).toBeGreaterThan(before));
  });
});
