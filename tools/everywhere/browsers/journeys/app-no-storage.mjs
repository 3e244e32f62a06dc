// The built application, with a visitor who refuses cookies and storage.
import { errorMessages } from 'everywhere-e2e/src/support/envelopes.ts';
import { application, headingIs, isHydrated, openLab, press, throwError } from '../application.mjs';
import { untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({ noCookies: true, served: application() });

beforeEach(() => used.ingest.reset());

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
    // The lab itself would simulate this with a cookie.
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
