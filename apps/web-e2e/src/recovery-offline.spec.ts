import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hydrated } from './support/hydrated.ts';

const offlineScreen = (page: Page) => page.getByRole('heading', { level: 1, name: 'You are offline' });
const lab = (page: Page) => page.getByRole('heading', { level: 1, name: 'Lab' });
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: /Errors arrive\./ });

const clickOverview = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();

/** The documents that this page requests from now on. */
function watchDocuments(page: Page): readonly string[] {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

async function openLab(page: Page): Promise<readonly string[]> {
  // The visit comes with the code that shows the offline screen. On a busy machine, the network is idle before.
  const session = page.waitForResponse((response) => response.headers()['adit-sdk-share'] !== undefined);
  await page.goto('/lab');
  await hydrated(page);
  await session;
  await page.waitForLoadState('networkidle');
  return watchDocuments(page);
}

test.describe('a click without a network', () => {
  test('shows the offline screen, and continues when the network is back', async ({ page, context }) => {
    const documents = await openLab(page);
    await context.setOffline(true);
    await clickOverview(page);
    await expect(offlineScreen(page)).toBeFocused();
    await expect(page).toHaveTitle(/You are offline/);
    await context.setOffline(false);
    await expect(overview(page)).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    expect(documents).toEqual([]);
  });

  test('@long leaves a way back to the page, and a later click works', async ({ page, context }) => {
    const documents = await openLab(page);
    await context.setOffline(true);
    await clickOverview(page);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(offlineScreen(page)).toBeHidden();
    await expect(lab(page)).toBeVisible();
    await context.setOffline(false);
    // The cancelled navigation must not finish later.
    await page.waitForTimeout(3_000);
    await expect(lab(page)).toBeVisible();
    await clickOverview(page);
    await expect(overview(page)).toBeVisible();
    expect(documents).toEqual([]);
  });

  test('shows the offline screen if the browser reports a dead connection as online', async ({ page }) => {
    const documents = await openLab(page);
    await page.route('**/*', (route) => route.abort('internetdisconnected'));
    await clickOverview(page);
    await expect(offlineScreen(page)).toBeVisible();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await page.unroute('**/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(overview(page)).toBeVisible();
    expect(documents).toEqual([]);
  });

  test('after a failed request with a network Next loads the document', async ({ page }) => {
    const documents = await openLab(page);
    await page.route('**/?_rsc=*', (route) => route.abort());
    await clickOverview(page);
    await expect(overview(page)).toBeVisible();
    expect(documents).toEqual(['/']);
  });

  test('@long control: Next alone shows the browser’s error page', async ({ page, context }) => {
    await page.addInitScript(() => {
      // The request cannot be wrapped.
      const plain = window.fetch.bind(window);
      Object.defineProperty(window, 'fetch', { get: () => plain, set: () => undefined });
    });
    await openLab(page);
    await context.setOffline(true);
    await clickOverview(page);
    await expect.poll(() => page.url()).toContain('chrome-error:');
  });
});
