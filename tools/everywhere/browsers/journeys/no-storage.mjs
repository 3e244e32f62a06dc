// A visitor who refuses cookies, and with them storage. In WebKitGTK the tab's storage still works.
import { fail, reports as reportsOf, untilSdkIsThere } from 'everywhere-e2e/src/journeys/early.ts';
import { startEarlySite, holdChunk } from 'everywhere-e2e/src/support/early-site.ts';
import { reloadsOnce, startReloadSite } from 'everywhere-e2e/src/journeys/recovery.ts';
import { ENGINE, eventually, untilPage, useBrowser } from '../browser.mjs';
import { startLine } from 'everywhere-e2e/src/support/line.ts';

const used = useBrowser({
  noCookies: true,
  served: {
    site: startEarlySite,
    line: ({ site }) => startLine(site.origin),
    reloads: startReloadSite,
  },
});

beforeEach(() => {
  used.site.reset();
  used.line.mend();
});

const reports = () => reportsOf(used.site);

describe('without cookies and storage', () => {
  it('control: the page can keep neither', async () => {
    const tab = await used.openTab(`${used.site.origin}/early`);
    const kept = await tab.evaluate(() => {
      document.cookie = 'kept=yes';
      const keeps = (name) => {
        try {
          window[name].setItem('kept', 'yes');
          return true;
        } catch {
          return false;
        }
      };
      return { cookie: document.cookie, local: keeps('localStorage'), tab: keeps('sessionStorage') };
    });
    expect(kept).toEqual({ cookie: '', local: false, tab: ENGINE === 'webkit' });
  });

  it('errors are reported before the SDK, with it, and by a page that is left', async () => {
    const release = holdChunk(used.site);
    const tab = await used.openTab(`${used.site.origin}/late?script=life`);
    await fail(tab, 'before');
    release();
    await eventually(() => expect(reports()).toEqual(['before (SDK)']));
    await fail(tab, 'after');
    await eventually(() => expect(reports()).toEqual(['before (SDK)', 'after (SDK)']));
    holdChunk(used.site);
    const left = await used.openTab(`${used.site.origin}/late?script=life`);
    await untilPage(left, () => document.readyState === 'complete');
    await fail(left, 'last');
    await left.goto(`${used.site.origin}/early`);
    await eventually(() => expect(new Set(reports())).toEqual(new Set(['last (beacon)'])));
  });

  it('errors on a line that is cut wait in memory', async () => {
    const tab = await used.openTab(`${used.line.origin}/late?script=life&transport=memory`);
    await untilSdkIsThere(tab);
    used.line.cut();
    await fail(tab, 'first');
    await tab.evaluate(async () => void (await window.monitoring.flush(30_000)));
    expect(reports()).toEqual([]);
    used.line.mend();
    await fail(tab, 'second');
    await eventually(() => expect(reports().toSorted()).toEqual(['first (SDK)', 'second (SDK)']));
  });

  it('a page is reloaded once in 20 failures, then its screen is shown', async () => {
    await reloadsOnce('works')({ tab: await used.openTab(), site: used.reloads, expect });
  });
});
