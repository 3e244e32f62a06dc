import { expect } from '@playwright/test';
import { describeServer, nodeServer } from './describe-server.ts';
import { createExampleTest, reportOnce } from './example-test.ts';
import { goOnline } from './network.ts';

const test = createExampleTest(nodeServer('--import', './instrument.mjs', 'dist/server/entry.mjs'));

describeServer(test);

test('an error of the browser reaches ingest once, through the site itself', async ({
  page,
  ingest,
  requests,
}) => {
  const event = await reportOnce(page, ingest);

  expect(event).toMatchObject({
    environment: 'staging',
    release: 'shop@1.0.0',
    platform: 'javascript',
  });
  const { origin } = new URL(page.url());
  expect(requests.filter(({ url }) => url.origin !== origin)).toEqual([]);
});

test('the link that the visitor points at is prefetched', async ({ page, requests }) => {
  await goOnline(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Orders' }).hover();

  await expect.poll(() => requests.filter(({ url }) => url.pathname === '/orders').length).toBe(1);
});
