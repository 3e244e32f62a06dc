// The error screens with colours that the visitor forces on every page.
import { screenDocument, SCREENS } from 'everywhere-e2e/src/support/screen-documents.ts';
import { serve } from 'everywhere-e2e/src/support/serve.ts';
import { useBrowser } from '../browser.mjs';

async function startScreens() {
  return serve((request, response) => {
    const screen = SCREENS.find((name) => request.url === `/${name}`);
    const page = '<!doctype html><html lang="en"><title>Page</title><h1>Page</h1></html>';
    void (screen ? screenDocument(screen) : Promise.resolve(page)).then((text) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text),
    );
  });
}

const used = useBrowser({ served: { site: startScreens }, forcedColours: true });

describe('in forced colours', () => {
  it.each(SCREENS)('text stands out, and what can be pressed has an outline: %s', async (screen) => {
    const tab = await used.openTab(`${used.site.origin}/${screen}`);
    const seen = await tab.evaluate(() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector));
      const canvas = style('html').backgroundColor;
      return {
        isForced: matchMedia('(forced-colors: active)').matches,
        texts: [...document.querySelectorAll('h1, .adit-fallback-text')].map(
          (text) => getComputedStyle(text).color !== canvas,
        ),
        actions: [...document.querySelectorAll('.adit-fallback-actions > *')].map((action) => {
          const { borderStyle, borderWidth, textDecorationLine } = getComputedStyle(action);
          return (borderStyle !== 'none' && parseFloat(borderWidth) > 0) || textDecorationLine !== 'none';
        }),
      };
    });
    expect(seen.isForced).toBe(true);
    expect(seen.texts.every(Boolean)).toBe(true);
    expect([seen.actions.length > 0, seen.actions.every(Boolean)]).toEqual([true, true]);
  });
});
