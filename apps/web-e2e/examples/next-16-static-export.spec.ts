import { expect } from '@playwright/test';
import { describeExample } from './describe-example.ts';
import { staticSite } from './start-static-site.ts';

const test = describeExample({
  start: staticSite('serve.mjs'),
  prefetches: { count: 5, isOne: ({ url }) => url.pathname.endsWith('.txt') },
  firstLoadBytes: 146_800,
});

test('a click needs no document', async ({ page, requests }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');

  // Next asks by HEAD whether a file is there.
  const documents = requests.filter(({ method, url }) => method === 'GET' && url.pathname === '/orders');
  expect(documents).toEqual([]);
});
