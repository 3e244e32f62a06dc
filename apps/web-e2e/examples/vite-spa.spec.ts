import { expect } from '@playwright/test';
import { describeStaticSite } from './static-site.ts';

const test = describeStaticSite({
  name: 'vite-spa',
  command: ['node_modules/vite/bin/vite.js', 'preview', '--strictPort'],
  output: 'dist',
  missingStatus: 200,
  firstLoadBytes: 107_500,
});

test('a click fetches the page’s chunk, and nothing is fetched ahead', async ({ page, requests }) => {
  const chunks = (): string[] =>
    requests.map(({ url }) => url.pathname).filter((path) => path.startsWith('/assets/orders-'));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(chunks()).toHaveLength(0);

  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
  expect(chunks()).toHaveLength(1);
});
