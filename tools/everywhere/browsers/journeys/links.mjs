// Prefetching of plain links. WebKit has no `<link rel="prefetch">`, so the library fetches there.
import { LINKS, startLinkSite } from 'everywhere-e2e/src/journeys/links.ts';
import { useBrowser } from '../browser.mjs';

const used = useBrowser({ served: { site: startLinkSite } });

describe('prefetching of links', () => {
  it.each(Object.entries(LINKS))('%s', async (_title, journey) => {
    await journey({ tab: await used.openTab(), site: used.site, expect });
  });
});
