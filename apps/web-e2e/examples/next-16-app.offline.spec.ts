import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { errorMessages } from '../src/support/envelopes.ts';
import { createExampleTest, DSN, FOLDER, SETTLES_MS } from './example-test.ts';
import { startExample } from './next-example.ts';

const ORDERS_FILE = join(FOLDER, 'offline-orders.log');
const orders = (): string[] =>
  existsSync(ORDERS_FILE) ? readFileSync(ORDERS_FILE, 'utf8').trim().split('\n') : [];

const test = createExampleTest((ingest) =>
  startExample({ SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, ORDERS_FILE }),
);

const ORDER = '{"name":"Ada","note":"After six"}';

/** Also below the offline screen, which hides the page. */
const sendButton = (page: Page) => page.getByRole('button', { name: /^Order for/, includeHidden: true });
const offlineScreen = (page: Page) => page.locator('dialog');

/** The browser says so, too: on a machine without a network, it would always report none. */
async function setOnline(page: Page, isOnline: boolean): Promise<void> {
  await page.context().setOffline(!isOnline);
  await page.evaluate((value) => {
    Object.defineProperty(navigator, 'onLine', { value, configurable: true });
    dispatchEvent(new Event(value ? 'online' : 'offline'));
  }, isOnline);
}

/** Opens the form, fills it in, and sends it without a network. */
async function sendOffline(page: Page): Promise<void> {
  rmSync(ORDERS_FILE, { force: true });
  await page.goto('/order');
  await page.waitForLoadState('networkidle');
  await setOnline(page, true);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Note').fill('After six');
  // The code that keeps it is loaded now.
  await page.waitForLoadState('networkidle');
  await setOnline(page, false);
  await sendButton(page).click();
}

async function expectFilledIn(page: Page): Promise<void> {
  await expect(sendButton(page)).toHaveText('Order for Ada');
  await expect(page.getByLabel('Note')).toHaveValue('After six');
}

test('a form that is sent without a network waits for it, and is sent once', async ({ page, ingest }) => {
  await sendOffline(page);
  await expect(offlineScreen(page).getByRole('heading', { name: 'You are offline' })).toBeFocused();
  await expect(offlineScreen(page)).toContainText('What you typed waits on this page');
  await expect(sendButton(page)).toBeHidden();
  await expectFilledIn(page);
  expect(orders()).toEqual([]);

  await setOnline(page, true);
  await expect(page.getByText('Ordered')).toBeVisible();
  await expect(offlineScreen(page)).toBeHidden();
  await page.waitForTimeout(SETTLES_MS);
  expect(orders()).toEqual([ORDER]);
  expect(errorMessages(ingest)).toEqual([]);
});

test('a form that is given up is not sent, and is filled in when the visitor tries again', async ({
  page,
}) => {
  await sendOffline(page);
  await offlineScreen(page).getByRole('button', { name: 'Go back' }).click();
  await expect(offlineScreen(page)).toBeHidden();
  await setOnline(page, true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectFilledIn(page);
  await page.waitForTimeout(SETTLES_MS);
  expect(orders()).toEqual([]);

  await sendButton(page).click();
  await expect(page.getByText('Ordered')).toBeVisible();
  expect(orders()).toEqual([ORDER]);
});

test('control: Next alone replaces the form with the error screen', async ({ page }) => {
  await page.addInitScript(() => {
    // The request cannot be wrapped.
    const plain = window.fetch.bind(window);
    Object.defineProperty(window, 'fetch', { get: () => plain, set: () => undefined });
  });
  await sendOffline(page);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(offlineScreen(page)).toBeHidden();
  await setOnline(page, true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(sendButton(page)).toHaveText('Order for nobody');
  await expect(page.getByLabel('Note')).toHaveValue('');
});
