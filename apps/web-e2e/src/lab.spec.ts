import { expect, test } from './support/test.ts';

/** What the lab must say of each fault once it has been raised. */
const VERDICTS: readonly { fault: string; says: RegExp }[] = [
  { fault: 'client-error', says: /^Sent \(200\)/ },
  { fault: 'unhandled-rejection', says: /^Sent \(200\)/ },
  { fault: 'render-error', says: /^Sent \(200\)/ },
  { fault: 'server-error', says: /^Sent \(200\)/ },
  { fault: 'server-error-global', says: /^Sent \(200\)/ },
  { fault: 'unauthorized', says: /^Nothing was sent\. The framework raises it/ },
  { fault: 'forbidden', says: /^Nothing was sent\. The framework raises it/ },
  { fault: 'not-found', says: /^Dropped by not-found-page-transaction/ },
  { fault: 'redirect-push', says: /^Nothing was sent\. The framework raises it/ },
  { fault: 'redirect-replace', says: /^Nothing was sent\. The framework raises it/ },
  { fault: 'hanging-route', says: /^Nothing was sent\. The navigation finished/ },
  { fault: 'missing-chunk', says: /^Nothing was sent\. The navigation finished/ },
  { fault: 'resize-observer', says: /^Dropped by resize-observer-loop/ },
  { fault: 'cross-origin-script', says: /^Dropped by cross-origin-script-error/ },
  { fault: 'slow-data', says: /^Nothing was sent\. Slow is not an error/ },
  { fault: 'recovering-data', says: /^Nothing was sent\. The retries succeeded/ },
  { fault: 'failing-data', says: /^Sent \(200\)/ },
];

/** The browser SDK ends a page's trace, and thus decides its fate, when the page has been quiet for a second. */
const OUTCOMES_SETTLE_MS = 1_500;

for (const { fault, says } of VERDICTS) {
  test(`the lab says what became of: ${fault}`, async ({ page }) => {
    await page.goto('/lab');
    const control = page.locator(`#${fault}`).locator('a.button, button.button');
    const leavesThePage = (await control.evaluate((element) => element.closest('a, form'))) !== null;
    await control.click();
    if (leavesThePage) {
      await page.waitForURL(({ pathname }) => pathname !== '/lab');
      await page.waitForTimeout(OUTCOMES_SETTLE_MS);
      await page.goto('/lab');
    }

    await expect(page.locator(`#${fault} .verdict`, { hasText: says }).first()).toBeVisible();
  });
}

test('every fault of the lab is covered here', async ({ page }) => {
  await page.goto('/lab');
  const ids = await page.locator('.fault').evaluateAll((rows) => rows.map(({ id }) => id));

  expect([...ids].sort()).toEqual(VERDICTS.map(({ fault }) => fault).sort());
});
