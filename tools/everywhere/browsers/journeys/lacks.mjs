// Each engine lacks exactly the features that the support table lists.
import { startRouterSite } from 'everywhere-e2e/src/support/router-site.ts';
import { ENGINE, useBrowser } from '../browser.mjs';
import { LACKS } from '../lacks.mjs';

const used = useBrowser({
  served: { site: () => startRouterSite({ folder: 'screens', entry: 'empty.mjs' }) },
});

const NAME = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKitGTK' }[ENGINE];

describe('what the engine lacks', () => {
  it('is what the table says', async () => {
    const tab = await used.openTab(`${used.site.origin}/page`);
    const asked = LACKS.filter(({ isThere }) => isThere !== undefined);
    const isThere = await tab.evaluate(
      (texts) => texts.map((text) => Boolean(new Function(`return ${text}`)())),
      asked.map((row) => row.isThere),
    );
    const lacks = asked.filter((_row, index) => !isThere[index]);
    expect(lacks.map(({ what }) => what)).toEqual(
      asked.filter(({ engines }) => engines.includes(NAME)).map(({ what }) => what),
    );
  });
});
