import { expect } from '@playwright/test';
import { describeExample } from './describe-example.ts';
import { startNext } from './next-example.ts';

const test = describeExample({
  start: startNext,
  failures: [
    { message: 'The server could not render', path: '/server-error' },
    { message: 'The route failed', path: '/api/fails' },
  ],
  prefetches: { count: 1, isOne: ({ headers }) => headers['sec-purpose']?.startsWith('prefetch') === true },
  firstLoadBytes: 124_600,
});

test('a page whose getServerSideProps fails has the screen', async ({ page }) => {
  expect((await page.goto('/server-error'))?.status()).toBe(500);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.');
});
