// A visitor who refuses cookies, and with them what a page may store. The tab's storage works in WebKitGTK all the same.
import { startEarlySite, holdChunk } from 'everywhere-e2e/src/support/early-site.ts';
import { errorMessages } from 'everywhere-e2e/src/support/envelopes.ts';
import { answerReloads } from 'everywhere-e2e/src/support/reload-modes.ts';
import { startRouterSite } from 'everywhere-e2e/src/support/router-site.ts';
import { application, headingIs, isHydrated, openLab, press, throwError } from '../application.mjs';
import { ENGINE, eventually, untilPage, useBrowser } from '../browser.mjs';
import { startLine } from '../line.mjs';

const used = useBrowser({
  noCookies: true,
  served: {
    site: startEarlySite,
    line: ({ site }) => startLine(site.origin),
    reloads: () => startRouterSite({ entry: 'reloads.mjs', answer: answerReloads }),
    ...application(),
  },
});

beforeEach(() => {
  used.site.reset();
  used.ingest.reset();
  used.line.mend();
});

const reports = () =>
  used.site.events('late').map(({ exception, sdk }) => {
    const by = sdk?.name === 'sentry.javascript.browser' ? 'SDK' : 'beacon';
    return `${exception?.values?.[0]?.value} (${by})`;
  });

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
    await tab.evaluate(() => window.fail('before'));
    release();
    await eventually(() => expect(reports()).toEqual(['before (SDK)']));
    await tab.evaluate(() => window.fail('after'));
    await eventually(() => expect(reports()).toEqual(['before (SDK)', 'after (SDK)']));
    holdChunk(used.site);
    const left = await used.openTab(`${used.site.origin}/late?script=life`);
    await untilPage(left, () => document.readyState === 'complete');
    await left.evaluate(() => window.fail('last'));
    await left.goto(`${used.site.origin}/early`);
    await eventually(() => expect(new Set(reports())).toEqual(new Set(['last (beacon)'])));
  });

  it('errors on a line that is cut wait in memory', async () => {
    const tab = await used.openTab(`${used.line.origin}/late?script=life&transport=memory`);
    await untilPage(tab, () => window.isSdkThere === true);
    used.line.cut();
    await tab.evaluate(() => window.fail('first'));
    await tab.evaluate(async () => void (await window.monitoring.flush(30_000)));
    expect(reports()).toEqual([]);
    used.line.mend();
    await tab.evaluate(() => window.fail('second'));
    await eventually(() => expect(reports().toSorted()).toEqual(['first (SDK)', 'second (SDK)']));
  });

  it('a page is reloaded once in 20 failures, then its screen is shown', async () => {
    used.reloads.requests.length = 0;
    const path = '/ours/works';
    const tab = await used.openTab(`${used.reloads.origin}${path}`);
    await eventually(async () =>
      expect(await tab.evaluate(() => document.documentElement.dataset.tries)).toBe('20'),
    );
    expect(await tab.evaluate(() => document.documentElement.dataset.shown)).toBe('error screen');
    expect(used.reloads.requests.filter((request) => request.path === path)).toHaveLength(2);
  });
});

describe('the application without cookies and storage', () => {
  const documents = (path) =>
    used.proxy.requests.filter((request) => request.kind === 'other' && request.path === path).length;

  it('its errors arrive', async () => {
    const { event } = await throwError(used, await openLab(used));
    expect(event.environment).toBe('production');
  });

  it('a route that hangs is loaded as a full page', async () => {
    const tab = await openLab(used);
    await untilPage(tab, isHydrated, '#hanging-route a');
    used.proxy.requests.length = 0;
    await press(tab, '#hanging-route a');
    await headingIs(tab, 'Arrived by a full page load');
    expect(documents('/lab/hanging')).toBe(1);
  });

  it('a route whose chunk is gone is loaded as a full page, once', async () => {
    const path = '/lab/missing-chunk';
    const tab = await openLab(used);
    await untilPage(tab, isHydrated, '#missing-chunk a');
    used.proxy.requests.length = 0;
    // The lab itself would play this by a cookie.
    used.proxy.answer = (request, response) => {
      if (request.path === path && request.kind === 'other') used.proxy.answer = undefined;
      if (used.proxy.answer === undefined || !/\/_next\/static\/.*\.js/.test(request.path)) return false;
      response.writeHead(404).end();
      return true;
    };
    await press(tab, '#missing-chunk a');
    await headingIs(tab, 'Loaded by a full page load');
    expect(documents(path)).toBe(1);
  });

  it('a redirect is followed, and is no error', async () => {
    const tab = await openLab(used);
    await press(tab, '#redirect-push button');
    await headingIs(tab, 'Redirected by push');
    await throwError(used, await openLab(used));
    expect(errorMessages(used.ingest).filter((text) => text.includes('NEXT_REDIRECT'))).toEqual([]);
  });

  it.each([
    ['/lab/nowhere', 'This page could not be found'],
    ['/lab/forbidden', 'This page could not be accessed'],
    ['/lab/unauthorized', "You're not authorized"],
  ])('%s has its screen', async (path, text) => {
    await headingIs(await used.openTab(`${used.proxy.origin}${path}`), text);
  });
});
