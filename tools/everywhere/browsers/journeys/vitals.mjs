// Web vitals: an SDK that loads late reports the values that the engine measured.
import { startEarlySite, holdChunk } from 'everywhere-e2e/src/support/early-site.ts';
import { ENGINE, eventually, untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({ served: { site: startEarlySite } });

const VITALS = ['ttfb', 'fcp', 'lcp', 'cls', 'inp'];

/** The vitals that each engine measures. */
const MEASURED = {
  chromium: VITALS,
  firefox: ['ttfb', 'fcp', 'lcp', 'inp'],
  webkit: ['ttfb', 'fcp'],
}[ENGINE];
const has = (name) => MEASURED.includes(name);

const CLICK_MS = 150;

const reported = (name) =>
  used.site.spans('late').flatMap(({ attributes }) => attributes[`browser.web_vital.${name}.value`] ?? [])[0]
    ?.value;

/** A visit with a layout shift and a slow click, before the SDK is loaded. Returns the browser's measurements. */
async function visit() {
  const release = holdChunk(used.site);
  const tab = await used.openTab(`${used.site.origin}/late?script=vitals`);
  await untilPage(tab, () => window.isShifted === true && document.readyState === 'complete');
  // A busy machine may lose the measurement of a click: the visitor clicks again, after the first one should have
  // arrived.
  await eventually(async () => {
    await tab.evaluate((ms) => void (document.querySelector('button').dataset.ms = String(ms)), CLICK_MS);
    await tab.click('button');
    await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    if (has('inp')) expect(await tab.evaluate(() => window.measured().inp)).toBeGreaterThanOrEqual(CLICK_MS);
  });
  release();
  await untilPage(tab, () => window.isSdkThere === true);
  await eventually(() => expect(reported('ttfb')).toBeDefined());
  const measured = await tab.evaluate(() => {
    const { ttfb, fcp, lcp, cls, inp } = window.measured();
    return { ttfb, fcp, lcp, cls, inp };
  });
  // Values that are measured until a page is left are sent then.
  await tab.goto(`${used.site.origin}/early`);
  return measured;
}

describe('web vitals', () => {
  it(`${MEASURED.join(', ')} are reported as the engine measured them, and no other`, async () => {
    const measured = await visit();
    await eventually(() => expect(VITALS.filter((name) => reported(name) !== undefined)).toEqual(MEASURED));
    for (const name of MEASURED) {
      expect([name, measured[name] > 0]).toEqual([name, true]);
      // Times are rounded to a millisecond.
      const rounding = name === 'cls' ? 0 : 1;
      const isNear = Math.abs(reported(name) - measured[name]) <= 0.01 * measured[name] + rounding;
      expect([name, isNear]).toEqual([name, true]);
    }
    if (has('inp')) expect(reported('inp')).toBeGreaterThanOrEqual(CLICK_MS);
  });

  it('control: the engine says itself which it does not measure', async () => {
    const tab = await used.openTab(`${used.site.origin}/late?script=vitals`);
    const types = await tab.evaluate(() => PerformanceObserver.supportedEntryTypes);
    const sources = { lcp: 'largest-contentful-paint', cls: 'layout-shift', inp: 'event' };
    expect(Object.keys(sources).filter((name) => types.includes(sources[name]))).toEqual(
      Object.keys(sources).filter(has),
    );
  });
});
