import { expect } from '@playwright/test';
import { describeStaticSite } from './static-site.ts';

const test = describeStaticSite({
  name: 'next-16-static-export',
  command: ['serve.mjs'],
  output: 'out',
  missingStatus: 404,
  firstLoadBytes: 149_000,
});

test('links in view are prefetched from the files, and a click needs no document', async ({
  page,
  requests,
}) => {
  const prefetched = (): string[] =>
    requests.map(({ url }) => url.pathname).filter((path) => path.endsWith('.txt'));
  await page.goto('/');
  await expect.poll(() => prefetched().length).toBe(5);
  await page.waitForLoadState('networkidle');
  expect(prefetched()).toHaveLength(5);

  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
  // Next asks by HEAD whether a file is there.
  const documents = requests.filter(({ method, url }) => method === 'GET' && url.pathname === '/orders');
  expect(documents).toEqual([]);
});
