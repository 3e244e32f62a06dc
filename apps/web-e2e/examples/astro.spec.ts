import { expect } from '@playwright/test';
import { describeBrowser } from './describe-browser.ts';
import { describeServer, nodeServer } from './describe-server.ts';
import { createExampleTest } from './example-test.ts';
import { goOnline } from './network.ts';

const test = createExampleTest(nodeServer('--import', './instrument.mjs', 'dist/server/entry.mjs'));

describeServer(test);

describeBrowser(test);

test('the link that the visitor points at is prefetched', async ({ page, requests }) => {
  await goOnline(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Orders' }).hover();

  await expect.poll(() => requests.filter(({ url }) => url.pathname === '/orders').length).toBe(1);
});
