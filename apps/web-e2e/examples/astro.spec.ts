import { expect, type APIRequestContext } from '@playwright/test';
import type { ScriptedIngest } from '@adit/testing';
import { findFreePort } from '../src/support/app-server.ts';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { describeBrowser } from './describe-browser.ts';
import { describeServer, nodeServer } from './describe-server.ts';
import { createExampleTest, DSN, FOLDER, SETTLES_MS, STATUS_DOCUMENTS } from './example-test.ts';
import { goOnline } from './network.ts';
import { startProcess } from './start-process.ts';

const test = createExampleTest(nodeServer('dist/server/entry.mjs'));

describeServer(test, { servesSettings: true });

describeBrowser(test);

test('the tunnel answers before the first page', async () => {
  const port = String(await findFreePort());
  const origin = `http://localhost:${port}`;
  const server = await startProcess({
    command: ['dist/server/entry.mjs'],
    folder: FOLDER,
    env: { PORT: port, SENTRY_DSN: DSN },
    // Astro refuses this address before it loads any middleware.
    origin: `${origin}/%`,
  });
  try {
    expect((await fetch(`${origin}/monitoring-tunnel`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

test('the link that the visitor points at is prefetched', async ({ page, requests }) => {
  await goOnline(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Orders' }).hover();

  await expect.poll(() => requests.filter(({ url }) => url.pathname === '/orders').length).toBe(1);
});

/** Expects that the server has reported this error, and nothing else. Returns its reference. */
async function reportedOnce(ingest: ScriptedIngest, message: string): Promise<string | undefined> {
  const { event } = await waitForError(ingest, message);
  await new Promise((resolve) => setTimeout(resolve, SETTLES_MS));

  expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0', platform: 'node' });
  expect(errorMessages(ingest)).toEqual([message]);
  return event.event_id;
}

for (const [path, message] of [
  ['/failing-component', 'The component failed'],
  ['/failing-endpoint', 'The endpoint failed'],
] as const)
  test(`an error is reported once, and answered 500 with its reference: ${message}`, async ({
    request,
    ingest,
  }) => {
    const answer = await request.get(path);

    expect(answer.status()).toBe(500);
    expect(await answer.text()).toContain(await reportedOnce(ingest, message));
  });

test('an error of a component that comes after the first byte is reported once, and the page ends there', async ({
  baseURL,
  ingest,
}) => {
  const answer = await fetch(`${String(baseURL)}/failing-late`);

  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  await reportedOnce(ingest, 'The component failed late');
});

const act = (request: APIRequestContext, baseURL: string | undefined, action: string) =>
  request.post(`/_actions/${action}`, { data: {}, headers: { origin: String(baseURL) } });

test('an error of an action is reported once, and the page gets Astro’s answer', async ({
  request,
  baseURL,
  ingest,
}) => {
  const answer = await act(request, baseURL, 'order');

  expect([answer.status(), await answer.json()]).toEqual([
    500,
    expect.objectContaining({ type: 'AstroActionError' }),
  ]);
  await reportedOnce(ingest, 'The action failed');
});

test('an ActionError is an answer, and no error', async ({ request, baseURL, ingest }) => {
  expect((await act(request, baseURL, 'refuse')).status()).toBe(403);
  await new Promise((resolve) => setTimeout(resolve, SETTLES_MS));

  expect(errorMessages(ingest)).toEqual([]);
});

for (const [status, title] of STATUS_DOCUMENTS)
  test(`${status} without content is answered with its document, in the visitor’s language`, async ({
    request,
    ingest,
  }) => {
    const headers = { accept: 'text/html', 'accept-language': 'de' };
    const answer = await request.get(`/status/${status}`, { headers });

    expect([answer.status(), answer.headers()['set-cookie']]).toEqual([status, 'seen=1']);
    expect(await answer.text()).toContain(`<title>${title}`);
    // Controls: content of the application stays, and so does an answer to a script.
    expect(await (await request.get(`/status/${status}?content=own`, { headers })).text()).toBe('own');
    expect(await (await request.get(`/status/${status}`, { headers: { accept: '*/*' } })).text()).toBe('');
    expect(errorMessages(ingest)).toEqual([]);
  });
