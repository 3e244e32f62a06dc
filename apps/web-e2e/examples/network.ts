import { expect, type Page } from '@playwright/test';

/** Makes the page report a network: on a machine without one, the router would wait. */
export const goOnline = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }));

/** Clicks on the link to the orders and holds back the requests it needs until the document itself is requested. */
export async function fallsBackToFullLoad(page: Page, needs: string): Promise<void> {
  await goOnline(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const document = page.waitForRequest(
    (request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/orders',
    { timeout: 60_000 },
  );
  await page.route(needs, async (route) => {
    await document;
    // Requests of the page that was left are gone with it.
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('link', { name: 'Orders' }).click();
  await document;

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
}
