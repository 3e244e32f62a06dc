import type { Page } from '@playwright/test';

/** Run in the page: whether React has hydrated the element. */
export const isHydrated = (selector: string): boolean =>
  Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__reactProps'));

/** Waits until React answers clicks on these elements. Before, a click on a link loads a document, and that on a button is lost. */
export async function hydrated(page: Page, selector = 'nav a'): Promise<void> {
  await page.waitForFunction(isHydrated, selector);
}
