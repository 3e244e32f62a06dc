// Errors before and after the SDK has started, and pages that are left before that.
import { startEarlySite, holdChunk } from 'everywhere-e2e/src/support/early-site.ts';
import { comparable, FAULTS, inOrder, MOMENTS, titles } from 'everywhere-e2e/src/support/early-events.ts';
import { ENGINE, eventually, untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({ served: { site: startEarlySite } });
const reports = () =>
  used.site.events('late').map(({ exception, sdk }) => {
    const by = sdk?.name === 'sentry.javascript.browser' ? 'SDK' : 'beacon';
    return `${exception?.values?.[0]?.value} (${by})`;
  });
const areRaised = () => window.areRaised === true;
const LAST = 'the last of this page';

beforeEach(() => used.site.reset());

/** All events of a page, once it is complete and an error that was captured last has arrived. */
async function reportedBy(tab, variant) {
  await tab.evaluate((text) => window.captureError(new Error(text)), LAST);
  await eventually(() => {
    expect(titles(used.site.events(variant))).toContain(LAST);
    expect(used.site.events(variant).length).toBeGreaterThan(FAULTS);
  });
  return inOrder(used.site.events(variant).filter((event) => titles([event])[0] !== LAST));
}

/** The differences of two events, one line each. */
function differences(actual, expected, path = '') {
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
    return actual === expected ? [] : [`${path}: ${JSON.stringify(actual)} ≠ ${JSON.stringify(expected)}`];
  const keys = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  return [...keys].flatMap((key) => differences(actual[key], expected[key], `${path}/${key}`));
}

describe.each(MOMENTS)('faults raised at %s', (moment) => {
  it(`${FAULTS} kinds are reported as by an SDK that was there, stacks and all`, async () => {
    const release = holdChunk(used.site);
    const raise = async (variant) => {
      const tab = await used.openTab(`${used.site.origin}/${variant}?moment=${moment}`);
      await untilPage(tab, areRaised);
      return tab;
    };
    const early = await reportedBy(await raise('early'), 'early');
    const tab = await raise('late');
    expect(used.site.events('late')).toEqual([]);
    release();
    // Before the SDK has started, the number of kept errors is limited.
    await untilPage(tab, () => window.isSdkThere === true);
    const late = await reportedBy(tab, 'late');
    expect(titles(late)).toEqual(titles(early));
    expect(late.flatMap((event, index) => differences(comparable(event), comparable(early[index])))).toEqual(
      [],
    );
    expect(late).toHaveLength(FAULTS);
  });
});

/** The number of tabs that are closed. `LEAVING_PAGES` sets another number. */
const CLOSED_TABS = Number(process.env.LEAVING_PAGES ?? 100);
const CLOSED_EARLY = Math.ceil(CLOSED_TABS / 10);

/** Of a hundred beacons of tabs that are closed at once, Firefox has lost up to two, without an error. */
const leastOf = (pages) => Math.floor((ENGINE === 'firefox' ? 0.95 : 1) * pages);

/**
 * Waits until the errors of this many pages have arrived. Chromium may send one by beacon and by `fetchLater`, under
 * one id.
 */
async function untilReported(pages) {
  const ids = () => new Set(used.site.events('late').map(({ event_id: id }) => id)).size;
  await eventually(() => expect(ids()).toBeGreaterThanOrEqual(leastOf(pages)));
  expect(ids()).toBeLessThanOrEqual(pages);
}

/** Closes the page once it has received its error event. */
async function failAndClose(tab, message) {
  await tab.evaluate(
    (text) =>
      new Promise((onError) => {
        window.addEventListener('error', () => onError(), { once: true });
        window.fail(text);
      }),
    message,
  );
  await used.close(tab);
}

describe('a page that goes before the SDK is there', () => {
  it(`sends the errors of ${leastOf(CLOSED_TABS)} or more of ${CLOSED_TABS} tabs that are closed, each under one id`, async () => {
    holdChunk(used.site);
    for (let count = 0; count < CLOSED_TABS; count += 1) {
      const tab = await used.openTab(`${used.site.origin}/late?script=life`);
      await untilPage(tab, () => document.readyState === 'complete');
      await failAndClose(tab, `tab ${count}`);
    }
    await untilReported(CLOSED_TABS);
    expect(reports().filter((report) => !/^tab \d+ \(beacon\)$/.test(report))).toEqual([]);
  }, 240_000);

  it(`sends those of ${leastOf(CLOSED_EARLY)} or more of ${CLOSED_EARLY} tabs that are closed while they load`, async () => {
    holdChunk(used.site);
    for (let count = 0; count < CLOSED_EARLY; count += 1) {
      const tab = await used.openTab(`${used.site.origin}/late?once`);
      await untilPage(tab, areRaised);
      await used.close(tab);
    }
    await untilReported(CLOSED_EARLY);
  });

  it('control: nothing comes of a tab that is closed without an error', async () => {
    holdChunk(used.site);
    for (const message of [undefined, 'last']) {
      const tab = await used.openTab(`${used.site.origin}/late?script=life`);
      await untilPage(tab, () => document.readyState === 'complete');
      if (message === undefined) await used.close(tab);
      else await failAndClose(tab, message);
    }
    await untilReported(1);
    expect(new Set(reports())).toEqual(new Set(['last (beacon)']));
  });

  it('reports its error by a beacon if the visitor goes on to another page', async () => {
    holdChunk(used.site);
    const tab = await used.openTab(`${used.site.origin}/late?script=life`);
    await untilPage(tab, () => document.readyState === 'complete');
    await tab.evaluate(() => window.fail('last'));
    await tab.goto(`${used.site.origin}/early`);
    await eventually(() => expect(new Set(reports())).toEqual(new Set(['last (beacon)'])));
  });

  it('reports its error likewise if the visitor goes on while it loads', async () => {
    holdChunk(used.site);
    const tab = await used.openTab(`${used.site.origin}/late?once`);
    await untilPage(tab, areRaised);
    await tab.goto(`${used.site.origin}/early`);
    await eventually(() => expect(new Set(reports())).toEqual(new Set(['once (beacon)'])));
  });

  it('sends errors of a megabyte, and many, in what the browser allows', async () => {
    holdChunk(used.site);
    const tab = await used.openTab(`${used.site.origin}/late?script=life`);
    await tab.evaluate(() => {
      for (let error = 0; error < 20; error += 1)
        window.captureError(new Error(`${error} ${'x'.repeat(1_000_000)}`));
    });
    await tab.goto(`${used.site.origin}/early`);
    await eventually(() => expect(used.site.events('late').length).toBeGreaterThanOrEqual(10));
    expect(titles(used.site.events('late'))[0]).toMatch(/^\d+ x+\.\.\.$/);
  });
});

describe('a chunk that does not come', () => {
  it('is loaded at the second attempt, and nothing is lost', async () => {
    used.site.chunk.failures = 1;
    await used.openTab(`${used.site.origin}/late?once`);
    await eventually(() => expect(reports()).toEqual(['once (SDK)']));
    expect(used.site.chunk.requests).toBeGreaterThan(1);
  });

  it('never, leaves a page that reports its error all the same, with the frames of its stack', async () => {
    used.site.chunk.failures = Infinity;
    await used.openTab(`${used.site.origin}/late?once`);
    await eventually(() => expect(reports()).toEqual(['once (beacon)']));
    const [{ exception }] = used.site.events('late');
    const frame = exception.values[0].stacktrace.frames.at(-1);
    expect(frame.filename).toMatch(/\/(?:faults\.js|late(?:\?once)?)$/);
    expect(frame.lineno).toBeGreaterThan(0);
  });
});

describe('the page in the browser', () => {
  it('keeps one console line for each line, and the error behind fifty of them', async () => {
    const release = holdChunk(used.site);
    const tab = await used.openTab(`${used.site.origin}/late?script=life`);
    await tab.evaluate(() => {
      for (let line = 0; line < 50; line += 1) console.error('line', line);
      window.fail('real');
    });
    release();
    await eventually(() => expect(reports()).toEqual(['real (SDK)']));
    const lines = used.site.events('late')[0].breadcrumbs.filter(({ category }) => category === 'console');
    expect(lines.length).toBeGreaterThanOrEqual(30);
  });

  it('of an opaque origin, which has no storage, reports its errors', async () => {
    await used.openTab(`${used.site.origin}/late?script=life&tell=before&sandbox`);
    await eventually(() => expect(reports()).toHaveLength(1));
    expect(reports()[0]).toMatch(/opaque, denied: localStorage,sessionStorage.* \(SDK\)$/);
  });

  it('under a policy of its own scripts never violates it; a script without a nonce does', async () => {
    const tab = await used.openTab(`${used.site.origin}/late?script=life&tell=before`);
    await eventually(() => expect(reports()).toEqual(['visible, denied:  (SDK)']));
    expect(await tab.evaluate(() => window.violations)).toEqual([]);
    await tab.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.isIntruder = true';
      document.head.append(script);
    });
    await eventually(async () =>
      expect(await tab.evaluate(() => window.violations)).toEqual(['script-src-elem inline']),
    );
  });
});

/** Goes back as a visitor does: the page may be in the browser's cache. */
const goBack = (tab) => tab.evaluate(() => void setTimeout(() => history.back()));

describe('a page that comes back', () => {
  it('reports what happens then, and nothing twice', async () => {
    const tab = await used.openTab(`${used.site.origin}/late?script=life`);
    await untilPage(tab, () => window.isSdkThere === true);
    await tab.evaluate(() => {
      window.isFirst = true;
      window.fail('before');
    });
    await eventually(() => expect(reports()).toEqual(['before (SDK)']));
    await tab.goto(`${used.site.origin}/early?script=life`);
    await goBack(tab);
    await untilPage(tab, () => window.isSdkThere === true);
    const isRestored = await tab.evaluate(() => window.isFirst === true);
    await tab.evaluate(() => window.fail('after'));
    const restored = isRestored ? ['back from the cache (SDK)'] : [];
    await eventually(() => expect(reports()).toEqual(['before (SDK)', ...restored, 'after (SDK)']));
    // If there is a cache, the test must use it.
    expect(isRestored).toBe(true);
  });

  it('and had left before the SDK was there, loads it then', async () => {
    const release = holdChunk(used.site);
    const tab = await used.openTab(`${used.site.origin}/late?script=life`);
    await tab.evaluate(() => window.fail('before'));
    await tab.goto(`${used.site.origin}/early?script=life`);
    await eventually(() => expect(reports()).toEqual(['before (beacon)']));
    await goBack(tab);
    release();
    await untilPage(tab, () => window.isSdkThere === true);
    await tab.evaluate(() => window.fail('after'));
    await eventually(() => expect(reports().at(-1)).toBe('after (SDK)'));
    expect(reports().filter((report) => report.startsWith('before'))).toEqual(['before (beacon)']);
  });
});
