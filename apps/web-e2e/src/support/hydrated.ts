import type { Page } from '@playwright/test';

/** Waits until React answers clicks on these elements. Before, a click on a link loads a document, and that on a button is lost. */
export async function hydrated(page: Page, selector = 'nav a'): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Object.keys(document.querySelector(wanted) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );
}
