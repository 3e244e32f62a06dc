import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hydrated } from './support/hydrated.ts';

const historyLength = (page: Page): Promise<number> => page.evaluate(() => history.length);

async function redirect(page: Page, history: 'push' | 'replace'): Promise<{ before: number; after: number }> {
  await page.goto('/');
  await page.goto('/lab');
  await hydrated(page);
  const before = await historyLength(page);
  await page.locator(`#redirect-${history}`).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Redirected by ${history}`);
  return { before, after: await historyLength(page) };
}

test('S5 a redirect that pushes adds one history entry: Back returns to the lab', async ({ page }) => {
  const { before, after } = await redirect(page, 'push');

  expect(after - before).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/lab$/);
});

test('S6 a redirect that replaces adds none: Back skips the lab', async ({ page }) => {
  const { before, after } = await redirect(page, 'replace');

  expect(after - before).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});
