import { test as base } from '@playwright/test';
import { startEarlySite, type EarlySite } from './early-site.ts';

/** Playwright's test, with the two pages of {@link startEarlySite}, bundled once for each worker. */
export const test = base.extend<object, { site: EarlySite }>({
  site: [
    async ({}, use) => {
      const site = await startEarlySite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

export { expect } from './expect.ts';
