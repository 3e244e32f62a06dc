import { test as base } from '@playwright/test';
import { startEarlySite, type EarlySite } from './early-site.ts';
import { expect } from './expect.ts';
import { tabOf, type Visit } from './tab.ts';

/** Playwright's test, with the two pages of {@link startEarlySite}, bundled once for each worker. */
export const test = base.extend<{ visit: Visit<EarlySite> }, { site: EarlySite }>({
  visit: ({ page, site }, use) => use({ tab: tabOf(page), site, expect }),
  site: [
    async ({}, use) => {
      const site = await startEarlySite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

export { expect };
