import { expect } from '@playwright/test';
import { describeElsewhere } from './describe-elsewhere.ts';
import { describeExample } from './describe-example.ts';
import { staticSite } from './start-static-site.ts';

if (process.env['ADIT_EXAMPLES_BUILD'] === 'build:elsewhere') describeElsewhere();
else describeSameOrigin();

function describeSameOrigin(): void {
  const test = describeExample({
    start: staticSite('serve.mjs'),
    prefetches: { count: 4, isOne: ({ url }) => url.pathname.endsWith('.txt') },
    firstLoadBytes: 147_400,
  });

  test('a click needs no document', async ({ page, requests }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Orders' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');

    // Next checks with HEAD whether a file exists.
    const documents = requests.filter(({ method, url }) => method === 'GET' && url.pathname === '/orders');
    expect(documents).toEqual([]);
  });
}
