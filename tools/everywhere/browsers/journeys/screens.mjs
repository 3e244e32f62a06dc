// The error screens: violations of axe, right to left, narrow, without scripts, and with forced colours.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { runAxe } from 'everywhere-e2e/src/support/strict-axe.ts';
import { screenDocument, SCREENS } from 'everywhere-e2e/src/support/screen-documents.ts';
import { serve } from 'everywhere-e2e/src/support/serve.ts';
import { ENGINE, eventually, useBrowser } from '../browser.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'));
const requested = [];

async function startScreens() {
  const documents = new Map();
  for (const screen of SCREENS) {
    for (const locale of ['en', 'ar'])
      documents.set(`/${locale}/${screen}`, await screenDocument(screen, { locale }));
  }
  const site = await serve((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    requested.push(request.url);
    if (pathname === '/axe.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(AXE);
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          documents.get(pathname) ?? '<!doctype html><html lang="en"><title>Page</title><h1>Page</h1></html>',
        );
  });
  return { ...site, documents };
}

const used = useBrowser({ served: { site: startScreens } });

/** In WebKitGTK, axe does not detect the control's contrast, so it proves nothing about contrast there. */
const SEES_CONTRAST = ENGINE !== 'webkit';

/** A page that can access frames of the site, and has axe. */
async function openHost() {
  const tab = await used.openTab(`${used.site.origin}/host`);
  await tab.evaluate(
    () =>
      new Promise((onload) => {
        document.head.append(Object.assign(document.createElement('script'), { src: '/axe.js', onload }));
      }),
  );
  return tab;
}

/** Puts a document into a frame of this width. */
const frame = (tab, path, { width = 640, sandbox } = {}) =>
  tab.evaluate(
    (src, wide, allowed) =>
      new Promise((onload) => {
        const element = document.createElement('iframe');
        if (allowed !== null) element.setAttribute('sandbox', allowed);
        Object.assign(element, { src, width: wide, height: 800, onload: () => onload() });
        document.body.replaceChildren(element);
      }),
    path,
    width,
    sandbox ?? null,
  );

describe.each(['en', 'ar'])('screens in %s', (locale) => {
  it(`${SCREENS.length} of them violate no rule of axe`, async () => {
    const tab = await openHost();
    const verdicts = await runAxe(
      tab,
      SCREENS.map((screen) => used.site.documents.get(`/${locale}/${screen}`)),
    );
    expect(verdicts.map(({ violations }) => violations)).toEqual(SCREENS.map(() => []));
    // If a machine has no typeface for a script, axe cannot determine the contrast.
    const rule = locale === 'en' && SEES_CONTRAST ? 'color-contrast' : 'html-has-lang';
    for (const { applied } of verdicts) expect(applied).toContain(rule);
  });

  it.each(SCREENS)(
    'nothing scrolls sideways in 320 pixels, and it reads from its side: %s',
    async (screen) => {
      const tab = await openHost();
      await frame(tab, `/${locale}/${screen}`, { width: 320 });
      const { direction, overflow, side } = await tab.evaluate(() => {
        const { documentElement: root, defaultView } = document.querySelector('iframe').contentDocument;
        const text = root.querySelector('.adit-fallback-text');
        return {
          direction: defaultView.getComputedStyle(root).direction,
          overflow: root.scrollWidth - defaultView.innerWidth,
          side: defaultView.getComputedStyle(text).direction,
        };
      });
      expect(overflow).toBeLessThanOrEqual(0);
      expect([direction, side]).toEqual(locale === 'ar' ? ['rtl', 'rtl'] : ['ltr', 'ltr']);
    },
  );
});

it('control: axe finds what is wrong with an inaccessible page', async () => {
  const tab = await openHost();
  const bad =
    '<html><body><h1 style="color:#ccc;background:#fff">Something went wrong</h1><img src="data:,"></body></html>';
  const [{ violations, undecided }] = await runAxe(tab, [bad]);
  const found = [...violations, ...undecided].map((violation) => violation.split(':')[0]);
  expect(found).toEqual(expect.arrayContaining(['document-title', 'html-has-lang', 'image-alt']));
  if (SEES_CONTRAST) expect(found).toContain('color-contrast');
});

describe('without scripts', () => {
  const NO_SCRIPTS = { sandbox: 'allow-same-origin allow-forms' };
  const inFrame = (tab) =>
    tab.evaluate(() => {
      const { contentDocument: own, contentWindow } = document.querySelector('iframe');
      const texts = [...own.querySelectorAll('h1, .adit-fallback-text')];
      return {
        isSeen: texts.every((text) => text.getBoundingClientRect().height > 0),
        count: texts.length,
        at: contentWindow.location.pathname + contentWindow.location.search,
      };
    });

  it.each(SCREENS)('the screen is readable and its first action asks for a page: %s', async (screen) => {
    const tab = await openHost();
    await frame(tab, `/en/${screen}`, NO_SCRIPTS);
    const { isSeen, count } = await inFrame(tab);
    expect([isSeen, count >= 3]).toEqual([true, true]);
    requested.length = 0;
    await tab.evaluate(() => {
      const own = document.querySelector('iframe').contentDocument;
      own.querySelector('.adit-fallback-actions > :first-child').click();
    });
    await eventually(() => expect(requested.length).toBeGreaterThan(0));
  });

  it('control: a script in such a frame does not run, in another it does', async () => {
    const tab = await openHost();
    const ran = (sandbox) =>
      tab.evaluate(
        (allowed) =>
          new Promise((resolve) => {
            const element = document.createElement('iframe');
            if (allowed !== null) element.setAttribute('sandbox', allowed);
            element.srcdoc = '<script>window.ran = true</script>';
            element.onload = () => resolve(element.contentWindow.ran === true);
            document.body.replaceChildren(element);
          }),
        sandbox,
      );
    expect([await ran(NO_SCRIPTS.sandbox), await ran(null)]).toEqual([false, true]);
  });
});
