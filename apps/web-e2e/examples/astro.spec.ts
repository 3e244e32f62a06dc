import { expect } from '@playwright/test';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { describeServer, nodeServer } from './describe-server.ts';
import { createExampleTest, SETTLES_MS } from './example-test.ts';
import { goOnline } from './network.ts';

const test = createExampleTest(nodeServer('--import', './instrument.mjs', 'dist/server/entry.mjs'));

describeServer(test);

test('an error of the browser reaches ingest once, through the site itself', async ({
  page,
  ingest,
  requests,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event } = await waitForError(ingest, 'The basket is broken');
  await page.waitForTimeout(SETTLES_MS);

  expect(event).toMatchObject({
    environment: 'staging',
    release: 'shop@1.0.0',
    platform: 'javascript',
  });
  expect(event.sdk?.name).toContain('sentry.javascript');
  expect(errorMessages(ingest)).toEqual(['The basket is broken']);
  const { origin } = new URL(page.url());
  expect(requests.filter(({ url }) => url.origin !== origin)).toEqual([]);
});

test('the link that the visitor points at is prefetched', async ({ page, requests }) => {
  await goOnline(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Orders' }).hover();

  await expect.poll(() => requests.filter(({ url }) => url.pathname === '/orders').length).toBe(1);
});
