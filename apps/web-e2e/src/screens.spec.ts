import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { hydrated } from './support/hydrated.ts';

const SCREENS = [
  {
    id: 'S2',
    path: '/lab/nowhere',
    status: 404,
    text: 'This page could not be found.',
    title: 'This page could not be found – Adit',
  },
  {
    id: 'S3',
    path: '/lab/forbidden',
    status: 403,
    text: 'This page could not be accessed.',
    title: 'This page could not be accessed – Adit',
  },
  {
    id: 'S4',
    path: '/lab/unauthorized',
    status: 401,
    text: "You're not authorized to access this page.",
    title: "You're not authorized to access this page – Adit",
  },
];

const CLIENT_SENTENCE =
  'Application error: a client-side exception has occurred (see the browser console for more information).';
const SERVER_SENTENCE =
  'Application error: a server-side exception has occurred (see the server logs for more information).';

/** Checks a screen wide and light, then narrow and dark. 640 pixels are a window of 1280 at 200 % zoom. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findAxeViolations(page), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name}, ${width} pixels: nothing scrolls sideways`).toBeLessThanOrEqual(0);
  }
  expect(await findAxeViolations(page), `${name}, dark and narrow`).toEqual([]);
}

for (const { id, path, status, text, title } of SCREENS) {
  test(`${id} a page answered ${status} shows its screen, with the status, a title and no axe violations`, async ({
    page,
  }) => {
    const response = await page.goto(path);

    expect(response?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
    await expect(page).toHaveTitle(title);
    await expectAccessible(page, String(status));
  });
}

test('S2 the document of a 404 has one title, with scripts and without', async ({ page, request }) => {
  const html = await (await request.get('/lab/nowhere')).text();
  expect(html.match(/<title[^>]*>[^<]*<\/title>/g)).toEqual([
    '<title>This page could not be found – Adit</title>',
  ]);
  await page.goto('/lab/nowhere', { waitUntil: 'networkidle' });
  await expect(page).toHaveTitle('This page could not be found – Adit');
  await expect(page.locator('head > title')).toHaveCount(1);
});

test('S2 the 404 screen is readable and leads home without JavaScript', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.origin });
  const page = await context.newPage();
  await page.goto('/lab/nowhere');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found.');
  await page.getByRole('main').getByRole('link', { name: /home/i }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Errors arrive.');
  await context.close();
});

test('S12 an error in the browser shows the global error screen that points to the console', async ({
  page,
}) => {
  await page.goto('/lab');
  await hydrated(page);
  await page.locator('#render-error').getByRole('link').click();

  await expect(page.getByText(CLIENT_SENTENCE, { exact: true })).toBeVisible();
  await expect(page.getByText(/Digest/)).toHaveCount(0);
  await expect(page).toHaveTitle('Something went wrong – Adit');
  await expectAccessible(page, 'global-client');
});

test('S13 an error on the server shows the global error screen that points to the logs, with the digest', async ({
  page,
}) => {
  const response = await page.goto('/crash/server');

  expect(response?.status()).toBe(500);
  await expect(page.getByText(SERVER_SENTENCE, { exact: true })).toBeVisible();
  await expect(page.getByText(/Digest: \S+/)).toBeVisible();
  await expectAccessible(page, 'global-server');
});

test('S13 an error under a segment shows the segment’s screen, and the rest of the page stays', async ({
  page,
}) => {
  await page.goto('/lab');
  await hydrated(page);
  await page.locator('#server-error').getByRole('link').click();

  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByText(/Digest: \S+/)).toBeVisible();
  await expectAccessible(page, 'segment-error');
});

for (const [name, path] of [
  ['overview', '/'],
  ['lab', '/lab'],
  ['gallery', '/lab/screens?screen=notFound'],
  ['faults in parts', '/lab/faults-in-parts'],
  ['sign-in', '/lab/sign-in'],
] as const) {
  test(`the ${name} page has no axe violations and never scrolls sideways`, async ({ page }) => {
    await page.goto(path);

    await expectAccessible(page, name);
  });
}

test('the axe check finds what is wrong with an inaccessible screen', async ({ page }) => {
  await page.setContent(
    '<html><body><img src="data:,"><p style="color:#ccc">Something went wrong</p></body></html>',
  );

  const violations = await findAxeViolations(page);

  expect(violations.map((violation) => violation.split(':')[0])).toEqual(
    expect.arrayContaining(['color-contrast', 'document-title', 'html-has-lang', 'image-alt']),
  );
});
