import { buildEnvelope } from '@adit/testing';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startApp, type AppServer } from './support/app-server.ts';
import { findAxeViolations } from './support/axe.ts';
import { DSN, expect, test as base } from './support/test.ts';

const TOKEN = 'a-token-of-this-test';

/** A production build with a token, which these tests share. */
const test = base.extend<object, { watched: AppServer }>({
  watched: [
    async ({ ingest }, use) => {
      const app = await startApp({
        SENTRY_DSN: DSN,
        ADIT_INGEST_ORIGIN: ingest.origin,
        ADIT_ADMIN_TOKEN: TOKEN,
        // The tunnel receives only events of the tests.
        SENTRY_TRACES_SAMPLE_RATE: '0',
      });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

let sent = 0;

/** Sends an event through the tunnel of the application, and returns its id. */
async function sendEvent({ origin }: AppServer): Promise<string> {
  sent += 1;
  const eventId = sent.toString(16).padStart(32, '0');
  const response = await fetch(`${origin}/monitoring-tunnel?o=450&p=4509&r=de`, {
    method: 'POST',
    body: buildEnvelope({
      dsn: DSN,
      header: { event_id: eventId },
      items: [{ type: 'event', payload: { message: 'by hand' } }],
    }),
  });
  expect(response.status).toBe(200);
  return eventId;
}

async function signIn(page: Page, { origin }: AppServer): Promise<void> {
  await page.goto(`${origin}/operations`);
  await page.getByLabel('Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
}

/** Requests that the page counts as forwarded. */
const forwarded = (page: Page) => page.getByRole('row', { name: /^forwarded/ }).getByRole('cell');

const withoutScript = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ javaScriptEnabled: false });

test('in production without a token there is no operations page', async ({ app, page }) => {
  for (const path of ['', '/state', '/events'])
    expect((await page.request.get(`${app.origin}/operations${path}`)).status()).toBe(404);
  const signInThere = await page.request.post(`${app.origin}/operations`, { form: { token: TOKEN } });
  expect(signInThere.status()).toBe(404);
});

test('in production it asks for the token, and again after a wrong one', async ({ watched, page }) => {
  const first = await page.goto(`${watched.origin}/operations`);
  expect(first?.status()).toBe(401);
  expect((await page.request.get(`${watched.origin}/operations/state`)).status()).toBe(401);
  expect((await page.request.get(`${watched.origin}/operations/events`)).status()).toBe(401);
  expect(await page.content()).not.toContain('Projects');

  await page.getByLabel('Token').fill('not-the-token-of-this-test');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('This token is not valid.');
  expect((await page.request.get(`${watched.origin}/operations/state`)).status()).toBe(401);

  await page.getByLabel('Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/operations');
});

test('it counts live what the tunnel was sent, and finds an event by its id', async ({ watched, page }) => {
  await signIn(page, watched);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const before = sent;
  const eventId = await sendEvent(watched);
  for (let number = 0; number < 4; number += 1) await sendEvent(watched);

  // Without a reload.
  await expect(forwarded(page)).toHaveText(String(before + 5));
  await expect(page.locator('#lost')).toHaveText('0');
  const { counts } = (await (await page.request.get(`${watched.origin}/operations/state`)).json()) as {
    counts: { requests: Record<string, number> };
  };
  expect(counts.requests).toMatchObject({ forwarded: before + 5, spooled: 0, refused: 0 });

  await page.getByLabel('Event id').fill(eventId);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Forwarded. Ingest answered 200.')).toBeVisible();
  expect(new URL(page.url()).search).toBe(`?event=${eventId}`);
  // A control: an event that was never sent.
  await page.getByLabel('Event id').fill('f'.repeat(32));
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText(/^Not found\./)).toBeVisible();
});

test('it can be read and searched without script', async ({ watched, browser }) => {
  const context = await withoutScript(browser);
  const page = await context.newPage();
  await signIn(page, watched);
  const before = sent;
  const eventId = await sendEvent(watched);
  await expect(async () => {
    await page.getByRole('link', { name: 'Reload' }).click();
    await expect(forwarded(page)).toHaveText(String(before + 1), { timeout: 1 });
  }).toPass();

  await page.getByRole('link', { name: eventId }).click();
  await expect(page.getByText('Forwarded. Ingest answered 200.')).toBeVisible();
  await context.close();
});

test('axe finds nothing on it, in light and dark, and it fits a phone', async ({ watched, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${watched.origin}/operations`);
  expect(await findAxeViolations(page), 'sign in').toEqual([]);
  await signIn(page, watched);
  await sendEvent(watched);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findAxeViolations(page), colorScheme).toEqual([]);
    await page.screenshot({ path: `test-output/screenshots/operations-${colorScheme}.png`, fullPage: true });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
