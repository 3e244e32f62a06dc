// Errors before and after the SDK has started, and pages that are left before that.
import {
  EARLY,
  loadsSdkOnReturn,
  reports as reportsOf,
  reportsAfterReturn,
  reportsFaults,
  reportsFromOpaqueOrigin,
} from 'everywhere-e2e/src/journeys/early.ts';
import { startEarlySite, holdChunk } from 'everywhere-e2e/src/support/early-site.ts';
import { FAULTS, MOMENTS } from 'everywhere-e2e/src/support/early-events.ts';
import { ENGINE, eventually, untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({ served: { site: startEarlySite } });
const reports = () => reportsOf(used.site);
const areRaised = () => window.areRaised === true;
const newVisit = async () => ({ tab: await used.openTab(), site: used.site, expect });

describe.each(MOMENTS)('faults raised at %s', (moment) => {
  it(`${FAULTS} kinds are reported as by an SDK that was there, stacks and all`, async () => {
    await reportsFaults(await newVisit(), moment);
  });
});

it.each([
  ...Object.entries(EARLY),
  ['a page of an opaque origin, which has no storage, reports its errors', reportsFromOpaqueOrigin],
  ['a page that comes back reports what happens then, and nothing twice', reportsAfterReturn],
  ['a page that comes back and had left before the SDK was there loads it then', loadsSdkOnReturn],
])('%s', async (_title, journey) => journey(await newVisit()));

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
});
