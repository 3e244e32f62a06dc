import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { errorMessages, waitForError } from './support/envelopes.ts';
import { hydrated } from './support/hydrated.ts';

/** A reload loop through a local production server repeats several times a second. */
const LOOPS_SHOW_WITHIN_MS = 2_000;

const isDocument = ({ headers }: { headers: Readonly<Record<string, string>> }): boolean =>
  headers['sec-fetch-dest'] === 'document' || headers.accept?.startsWith('text/html') === true;

/** The paths of the documents this page loads from now on. */
function watchDocuments(page: Page): readonly string[] {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

test('S32 a route that hangs becomes a full page load after 3.8 seconds, not before', async ({ page }) => {
  await page.clock.install();
  await page.goto('/lab');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(Date.now() + 60_000);
  const documents = watchDocuments(page);
  const asked = page.waitForRequest('**/lab/hanging?_rsc=*');
  await page.locator('#hanging-route').getByRole('link').click();
  await asked;
  await page.clock.runFor(3_799);
  expect(documents).toEqual([]);
  await page.clock.runFor(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Arrived by a full page load');
  expect(documents).toEqual(['/lab/hanging']);
});

test('S14 a route whose chunk is gone is loaded as a full page, once, and nothing is reported', async ({
  page,
  ingest,
}) => {
  await page.goto('/lab');
  await hydrated(page);
  const documents = watchDocuments(page);
  await page.locator('#missing-chunk').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loaded by a full page load');
  await page.waitForTimeout(LOOPS_SHOW_WITHIN_MS);
  expect(documents).toEqual(['/lab/missing-chunk']);

  // Control: a later error arrives, so a report of the chunk would have arrived before it.
  await page.getByRole('link', { name: 'Back to the lab' }).click();
  await page.getByRole('button', { name: 'Throw an error' }).click();
  await waitForError(ingest, 'The lab threw this error in an event handler.');
  expect(errorMessages(ingest).filter((text) => /chunk|module/i.test(text))).toEqual([]);
});

test('S14 a gone chunk that only the global error screen could catch is loaded as a full page too', async ({
  page,
}) => {
  await page.goto('/lab');
  await hydrated(page);
  const documents = watchDocuments(page);
  await page.evaluate(() => (document.cookie = 'adit-lab-deployed=1; path=/; max-age=30'));
  await page.locator('#render-error').getByRole('link').click();
  // The page that then loads fails by itself, as intended.
  await expect(page.getByText(/a client-side exception has occurred/)).toBeVisible();

  expect(documents).toEqual(['/crash/client']);
});

test('S14 a chunk that stays gone is asked for once more, and never in a loop', async ({ page }) => {
  // After all requests of the page are finished.
  await page.goto('/lab', { waitUntil: 'networkidle' });
  await hydrated(page);
  const documents = watchDocuments(page);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  await page.route('**/_next/static/chunks/**', (route) =>
    loaded.includes(new URL(route.request().url()).pathname)
      ? route.continue()
      : route.fulfill({ status: 404 }),
  );
  await page.locator('#missing-chunk').getByRole('link').click();
  // The server's HTML stays readable until the bundler gives the script up; then the update screen is shown.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(Loaded by a full page load|This site has been updated)$/,
  );
  await page.waitForTimeout(LOOPS_SHOW_WITHIN_MS);

  expect(documents).toEqual(['/lab/missing-chunk']);
});

test('S7 page data, server actions and prefetches keep working beside the monitoring and the governor', async ({
  page,
  requests,
}) => {
  await page.goto('/lab');
  await hydrated(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Errors arrive.');
  const dataRequests = requests.filter(({ headers }) => headers.rsc === '1');
  expect(dataRequests.length).toBeGreaterThan(0);
  expect(dataRequests.filter(isDocument)).toEqual([]);

  await page.goto('/lab');
  await hydrated(page);
  await page.locator('#redirect-push').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Redirected by push');
  const action = requests.find(({ headers }) => headers['next-action'] !== undefined);
  expect([action?.method, action?.url.pathname]).toEqual(['POST', '/lab']);
});

test('a Server Action that the server no longer knows loads the page again', async ({ page }) => {
  // With the bridge, which sees the answer.
  await page.goto('/lab', { waitUntil: 'networkidle' });
  await hydrated(page);
  await page.route('/lab', (route, request) => {
    const headers = request.headers();
    // The id of another build, whose ids differ: Next then answers `x-nextjs-action-not-found`.
    if (headers['next-action'] !== undefined) headers['next-action'] = `40${'0'.repeat(40)}`;
    return route.continue({ headers });
  });
  const loaded = page.waitForEvent('load');
  await page.locator('#redirect-push').getByRole('button').click();
  await loaded;
  await page.unroute('/lab');
  await hydrated(page);
  await page.locator('#redirect-push').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Redirected by push');
});

test('S14 the code that recovers missing scripts is once in a document, and in none of its scripts', async ({
  request,
}) => {
  const CODE = 'performance.getEntriesByName(s.src)';
  const html = await (await request.get('/lab')).text();
  expect(html.split(CODE)).toHaveLength(2);
  const sources = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, source = '']) => source);
  expect(sources.length).toBeGreaterThan(3);
  for (const source of sources) {
    expect(await (await request.get(source.replaceAll('&amp;', '&'))).text(), source).not.toContain(CODE);
  }
});
