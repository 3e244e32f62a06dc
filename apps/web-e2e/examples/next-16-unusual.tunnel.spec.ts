import { expect, type Page, type Request } from '@playwright/test';
import { buildEnvelope } from '@adit/testing';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { DSN } from './example-test.ts';
import { test } from './next-example.ts';

/** Adit's lines in the browser's console. */
function watchLines(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Adit: ')) lines.push(message.text());
  });
  return lines;
}

test('while a sign-in page answers in place of the tunnel, errors wait, and are sent once it is gone', async ({
  page,
  ingest,
}) => {
  let isSignedIn = false;
  await page.route('**/monitoring-tunnel*/**', (route) =>
    isSignedIn ? route.continue() : route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }),
  );
  const lines = watchLines(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  await expect.poll(() => lines).toHaveLength(1);
  // After the second request.
  await page.waitForResponse((response) => response.url().includes('monitoring-tunnel'));
  expect(errorMessages(ingest)).toEqual([]);
  isSignedIn = true;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await waitForError(ingest, 'The basket is broken');
  expect(lines).toHaveLength(1);
});

test('what the SDK sends carries no cookies, and does behind a proxy that wants them', async ({
  page,
  context,
  ingest,
  baseURL,
}) => {
  await context.addCookies([{ name: 'session', value: 's3cret', url: String(baseURL) }]);
  const cookieOf = async (request: Request): Promise<string | undefined> =>
    (await request.allHeaders())['cookie'];
  const throwAndWait = async (
    isMeant: (request: Request) => Promise<boolean> | boolean,
  ): Promise<Request> => {
    const sent = page.waitForRequest(
      (request) =>
        request.method() === 'POST' && request.url().includes('monitoring-tunnel') && isMeant(request),
    );
    await page.goto('/');
    await page.getByRole('button', { name: 'Throw' }).click();
    return sent;
  };
  expect(await cookieOf(await throwAndWait(() => true))).toBeUndefined();
  await waitForError(ingest, 'The basket is broken');

  await page.route('**/monitoring-tunnel*/**', async (route) => {
    const { cookie } = await route.request().allHeaders();
    return cookie
      ? route.continue()
      : route.fulfill({ status: 302, headers: { location: 'https://sign-in.example/' } });
  });
  // An error that the first page has kept is sent without cookies at first.
  const sent = await throwAndWait(async (request) => (await cookieOf(request)) !== undefined);
  expect(await cookieOf(sent)).toContain('s3cret');
});

test('while a server takes the request for the settings and says nothing, errors wait, one line says so, and they are sent later', async ({
  page,
  ingest,
}) => {
  await page.clock.install();
  let isSilent = true;
  let asked = 0;
  await page.route('**/monitoring-tunnel*/**', (route) => {
    asked += 1;
    // Neither answered nor refused.
    return isSilent ? undefined : route.continue();
  });
  const lines = watchLines(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  await expect.poll(() => asked).toBe(1);
  expect(lines).toEqual([]);
  await page.clock.fastForward(10_000);
  await expect.poll(() => asked).toBe(2);
  await page.clock.fastForward(10_000);
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toContain('answers nothing');
  expect(errorMessages(ingest)).toEqual([]);
  isSilent = false;
  await page.clock.fastForward(30_000);
  await waitForError(ingest, 'The basket is broken');
  expect(lines).toHaveLength(1);
});

test('what browsers send goes to its final address, below the path that a zone is reached at', async ({
  page,
  request,
  requests,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const sent = (): string[] =>
    requests
      .filter(({ url }) => url.pathname.includes('monitoring-tunnel'))
      .map(({ method, url }) => `${method} ${url.pathname}`);
  await expect
    .poll(() => [...new Set(sent())].sort())
    .toEqual(['GET /shop-static/monitoring-tunnel/', 'POST /shop-static/monitoring-tunnel/']);
  // Control: another path belongs to Next, which first redirects to its final address.
  const other = await request.post('/monitoring-tunnel', { maxRedirects: 0 });
  expect(other.status()).toBe(308);
});

/** FNV-1a, with which Sentry's SDK derives a path from a DSN, for browsers with `tunnel: true`. */
const derivedFrom = (dsn: string): string => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(dsn)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `/${hash.toString(36)}`;
};

test('the tunnel also answers the path that Sentry’s SDK derives from the DSN, and no other', async ({
  request,
  ingest,
}) => {
  const data = Buffer.from(
    buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: { message: 'Sent by Sentry alone' } }] }),
  );
  const post = async (path: string): Promise<number> =>
    (await request.post(path, { data, maxRedirects: 0 })).status();
  // The server also sends its own spans.
  const arrived = () => ingest.received.filter(({ body }) => body.includes('Sent by Sentry alone'));
  expect([await post(derivedFrom(DSN)), await post(`${derivedFrom(DSN)}/`)]).toEqual([200, 200]);
  expect(arrived()).toHaveLength(2);
  // Control: the path of another DSN belongs to Next.
  expect(await post(`${derivedFrom(`${DSN}1`)}/`)).toBe(404);
  expect(arrived()).toHaveLength(2);
});
