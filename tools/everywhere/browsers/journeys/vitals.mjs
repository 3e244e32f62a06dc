// Web vitals: an SDK that loads late reports the values that the engine measured.
import { reportsVitals, VITALS } from 'everywhere-e2e/src/journeys/vitals.ts';
import { startEarlySite } from 'everywhere-e2e/src/support/early-site.ts';
import { ENGINE, useBrowser } from '../browser.mjs';

const used = useBrowser({ served: { site: startEarlySite } });

/** The vitals that each engine measures. */
const MEASURED = {
  chromium: VITALS,
  firefox: ['ttfb', 'fcp', 'lcp', 'inp'],
  webkit: ['ttfb', 'fcp'],
}[ENGINE];

describe('web vitals', () => {
  it(`${MEASURED.join(', ')} are reported as the engine measured them, and no other`, async () => {
    await reportsVitals({ tab: await used.openTab(), site: used.site, expect }, 'late', [150], {
      vitals: MEASURED,
      roundingMs: 1,
      next: `${used.site.origin}/early`,
    });
  });

  it('control: the engine says itself which it does not measure', async () => {
    const tab = await used.openTab(`${used.site.origin}/late?script=vitals`);
    const types = await tab.evaluate(() => PerformanceObserver.supportedEntryTypes);
    const sources = { lcp: 'largest-contentful-paint', cls: 'layout-shift', inp: 'event' };
    expect(Object.keys(sources).filter((name) => types.includes(sources[name]))).toEqual(
      Object.keys(sources).filter((name) => MEASURED.includes(name)),
    );
  });
});
