import { expect } from '@playwright/test';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { describeExample, type Failure } from './describe-example.ts';
import { nodeServer } from './describe-server.ts';
import { SETTLES_MS } from './example-test.ts';
import { describeTunnel } from './describe-tunnel.ts';
import { fallsBackToFullLoad } from './network.ts';

const reference: Failure['reference'] = ({ event_id }) => event_id;

const test = describeExample({
  start: nodeServer(
    ...['node_modules/srvx/bin/srvx.mjs', 'serve', '--prod'],
    ...['--static', '../client', '--entry', 'dist/server/server.js'],
  ),
  failures: [
    { message: 'The loader failed', link: 'Fails on the server', reference },
    { message: 'The loader failed', path: '/server-error', reference },
    { message: 'The route failed', path: '/failing-route', reference },
  ],
  prefetches: {
    count: 1,
    isOne: ({ url }) => url.pathname.startsWith('/assets/orders-'),
    // TanStack Router prefetches links that the visitor points at, if they have `preload="intent"`.
    hover: 'Orders',
  },
  firstLoadBytes: 120_500,
});

describeTunnel(test, { servesSettings: true });

test('a navigation whose chunk does not come ends as a full page load', async ({ page }) => {
  await fallsBackToFullLoad(page, '**/assets/orders-*.js');
});

test('error pages keep the cookies that the application had set', async ({ request }) => {
  const cookiesOf = async (path: string) =>
    (await request.get(path))
      .headersArray()
      .filter(({ name }) => name === 'set-cookie')
      .map(({ value }) => value);

  expect(await cookiesOf('/failing-route')).toEqual(['basket=7; Path=/']);
  expect((await cookiesOf('/server-error')).sort()).toEqual(['basket=7; Path=/', 'visit=1']);
});

test('an error of a render on the server is reported, and so is that the browser renders instead', async ({
  page,
  ingest,
}) => {
  expect((await page.goto('/server-render-error'))?.status()).toBe(200);
  await waitForError(ingest, 'The server could not render');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rendered in the browser');
  await page.waitForTimeout(SETTLES_MS);

  expect(errorMessages(ingest).sort()).toEqual([
    // React's error in the browser: the server could not finish this part.
    expect.stringMatching(/^Minified React error #419/),
    'The server could not render',
  ]);
});
