// Failures that a driver may overlook. All tests but the first must fail.
import { startRouterSite } from 'everywhere-e2e/src/support/router-site.ts';
import { eventually, useBrowser } from '../browser.mjs';

const used = useBrowser({
  served: { site: () => startRouterSite({ folder: 'screens', entry: 'empty.mjs' }) },
});
const SOON = { timeoutMs: 300 };

describe('controls', () => {
  it('a page opens, and says what it is asked', async () => {
    const tab = await used.openTab(`${used.site.origin}/page`);
    expect(await tab.evaluate((word) => [document.title, word], 'yes')).toEqual(['/page', 'yes']);
  });
  it('what throws in the page fails', async () => {
    const tab = await used.openTab(`${used.site.origin}/page`);
    await tab.evaluate(() => {
      throw new Error('in the page');
    });
  });
  it('what is rejected in the page fails', async () => {
    const tab = await used.openTab(`${used.site.origin}/page`);
    await tab.evaluate(() => Promise.reject(new Error('late')));
  });
  it('what never becomes so fails', async () => {
    const tab = await used.openTab(`${used.site.origin}/page`);
    await eventually(async () => expect(await tab.evaluate(() => document.title)).toBe('another'), SOON);
  });
  it('what is not there cannot be clicked', async () => {
    const tab = await used.openTab(`${used.site.origin}/page`);
    await tab.click('#nowhere');
  });
  it('a server that is not there cannot be opened', async () => {
    // If no error were reported, there would be no page either.
    const tab = await used.openTab('http://127.0.0.1:9/page');
    expect(await tab.evaluate(() => document.title)).toBe('/page');
  });
});
