import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** What the lab says about each fault, by section. */
const VERDICTS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  Errors: {
    'client-error': /^Sent \(200\)/,
    'unhandled-rejection': /^Sent \(200\)/,
    'render-error': /^Sent \(200\)/,
    'server-error': /^Sent \(200\)/,
    'server-error-global': /^Sent \(200\)/,
  },
  Screens: {
    unauthorized: /^Nothing was sent\. The framework raises it/,
    forbidden: /^Nothing was sent\. The framework raises it/,
    'not-found': /^Dropped by not-found-page-transaction/,
  },
  Navigation: {
    'redirect-push': /^Nothing was sent\. The framework raises it/,
    'redirect-replace': /^Nothing was sent\. The framework raises it/,
    'hanging-route': /^Nothing was sent\. The navigation finished/,
    'missing-chunk': /^Nothing was sent\. The navigation finished/,
  },
  Noise: {
    'resize-observer': /^Dropped by resize-observer-loop/,
    'cross-origin-script': /^Dropped by cross-origin-script-error/,
  },
  Data: {
    'slow-data': /^Nothing was sent\. Slow is not an error/,
    'recovering-data': /^Nothing was sent\. The retries succeeded/,
    'failing-data': /^Sent \(200\)/,
  },
};

/** The browser SDK sends or drops a page's trace when the page has been quiet for a second. */
const OUTCOMES_SETTLE_MS = 1_500;

/** Raises a fault, and returns to the lab if the fault leaves it. */
async function raise(page: Page, fault: string): Promise<void> {
  const control = page.locator(`#${fault}`).locator('a.button, button.button');
  const leavesThePage = (await control.evaluate((element) => element.closest('a, form'))) !== null;
  await control.click();
  if (!leavesThePage) return;
  await page.waitForURL(({ pathname }) => pathname !== '/lab');
  await page.waitForTimeout(OUTCOMES_SETTLE_MS);
  await page.goto('/lab');
}

for (const [section, verdicts] of Object.entries(VERDICTS)) {
  test(`the lab says what monitoring did with each fault: ${section}`, async ({ page }) => {
    await page.goto('/lab');
    for (const [fault, says] of Object.entries(verdicts)) {
      await raise(page, fault);
      await expect(page.locator(`#${fault} .verdict`, { hasText: says }).first()).toBeVisible();
    }
  });
}

test('every fault of the lab is listed here', async ({ page }) => {
  await page.goto('/lab');
  const ids = await page.locator('.fault').evaluateAll((rows) => rows.map(({ id }) => id));

  expect(ids).toEqual(Object.values(VERDICTS).flatMap((verdicts) => Object.keys(verdicts)));
});
