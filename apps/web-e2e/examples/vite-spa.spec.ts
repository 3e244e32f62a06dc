import { expect } from '@playwright/test';
import { describeExample } from './describe-example.ts';
import { staticSite } from './start-static-site.ts';

const isOrders = ({ url }: { url: URL }): boolean => url.pathname.startsWith('/assets/orders-');

const test = describeExample({
  start: staticSite('node_modules/vite/bin/vite.js', 'preview', '--strictPort'),
  missingStatus: 200,
  prefetches: { count: 0, isOne: isOrders },
  firstLoadBytes: 107_500,
});

test('a click fetches the page’s chunk', async ({ page, requests }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');

  expect(requests.filter(isOrders)).toHaveLength(1);
});
