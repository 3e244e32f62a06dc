import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hydrated } from './support/hydrated.ts';

/** The lab's verdict on each fault that monitoring reports or drops. */
const HEARD: Readonly<Record<string, RegExp>> = {
  'client-error': /^Sent \(200\)/,
  'unhandled-rejection': /^Sent \(200\)/,
  'resize-observer': /^Dropped by resize-observer-loop/,
  'cross-origin-script': /^Dropped by cross-origin-script-error/,
  'render-error': /^Sent \(200\)/,
  'server-error': /^Sent \(200\)/,
  'server-error-global': /^Sent \(200\)/,
  'failing-data': /^Sent \(200\)/,
  'not-found': /^Dropped by not-found-page-transaction/,
};

/**
 * The lab's verdict on the others. They are raised last: if one of them sent an event, its verdict or the next would
 * show it.
 */
const SILENT: Readonly<Record<string, RegExp>> = {
  unauthorized: /^Nothing was sent\. The framework raises it/,
  forbidden: /^Nothing was sent\. The framework raises it/,
  'redirect-push': /^Nothing was sent\. The framework raises it/,
  'redirect-replace': /^Nothing was sent\. The framework raises it/,
  'hanging-route': /^Nothing was sent\. The navigation finished/,
  'missing-chunk': /^Nothing was sent\. The navigation finished/,
  'slow-data': /^Nothing was sent\. Slow is not an error/,
  'recovering-data': /^Nothing was sent\. The retries succeeded/,
};

/** Outcomes that the browser decides on the page of the fault. The test stays there until the tab's journal has them. */
const DECIDED_ON_THE_PAGE: Readonly<Record<string, RegExp>> = {
  'render-error': /while rendering in the browser[^}]*"kind":"sent"/,
  'not-found': /not-found-page-transaction/,
};

/** A page that reports an error does so within this time. */
const SILENCE_MS = 500;

const verdict = (page: Page, fault: string, says: RegExp) =>
  page.locator(`#${fault} .verdict`, { hasText: says }).first();

/** Raises a fault, and returns to the lab if the fault leaves it. */
async function raise(page: Page, fault: string): Promise<void> {
  const control = page.locator(`#${fault}`).locator('a.button, button.button');
  const leavesThePage = (await control.evaluate((element) => element.closest('a, form'))) !== null;
  await control.click();
  if (!leavesThePage) return;
  await page.waitForURL(({ pathname }) => pathname !== '/lab');
  const decided = DECIDED_ON_THE_PAGE[fault];
  if (decided) {
    const journal = () => page.evaluate(() => sessionStorage.getItem('adit-lab:outcomes'));
    await expect.poll(journal, { message: fault }).toMatch(decided);
  }
  if (fault in SILENT) {
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Lab');
    await page.waitForTimeout(SILENCE_MS);
  }
  await page.goto('/lab');
  await hydrated(page);
}

test('the lab says what monitoring did with each fault', async ({ page }) => {
  await page.goto('/lab');
  await hydrated(page);
  const ids = await page.locator('.fault').evaluateAll((rows) => rows.map(({ id }) => id));
  expect(ids.sort(), 'every fault of the lab is in this test').toEqual(
    Object.keys({ ...HEARD, ...SILENT }).sort(),
  );

  for (const [fault, says] of Object.entries(HEARD)) {
    await raise(page, fault);
    await expect(verdict(page, fault, says), fault).toBeVisible();
  }
  for (const fault of Object.keys(SILENT)) await raise(page, fault);
  for (const [fault, says] of Object.entries(SILENT))
    await expect(verdict(page, fault, says), fault).toBeVisible();
});
