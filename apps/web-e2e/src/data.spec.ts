import { expect, test } from './support/test.ts';
import { waitForError } from './support/envelopes.ts';

test('S33 a server-rendered data fetch that fails twice with 503 is retried and succeeds', async ({
  page,
}) => {
  await page.goto('/lab/data?failures=2');

  await expect(page.getByText('It took 3 requests.')).toBeVisible();
});

test('S33 the third retry is the last: it may still succeed', async ({ page }) => {
  await page.goto('/lab/data?failures=3');

  await expect(page.getByText('It took 4 requests.')).toBeVisible();
});

test('S33 after three retries the failure is shown and reported', async ({ page, ingest }) => {
  await page.goto('/lab/data?failures=4');

  await expect(page.getByText(/Digest: \S+/)).toBeVisible();
  await waitForError(ingest, 'The data source answered 503 to every try.');
});

test('a slow data fetch is waited for', async ({ page }) => {
  await page.goto('/lab/data?delay=1000');

  await expect(page.getByText('It took 1 request.')).toBeVisible();
});
