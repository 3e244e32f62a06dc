import { expect } from '@playwright/test';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { describeBrowser } from './describe-browser.ts';
import { describeServer, nodeServer } from './describe-server.ts';
import { createExampleTest, SETTLES_MS, STATUS_DOCUMENTS } from './example-test.ts';

const test = createExampleTest(nodeServer('.output/server/index.mjs'));

describeServer(test, { servesSettings: true });

describeBrowser(test);

const settles = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, SETTLES_MS));

test('an error of a page that a link opens is reported once, by the browser', async ({ page, ingest }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Fails in the browser' }).click();
  const { event } = await waitForError(ingest, 'The route failed');
  await settles();

  expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0', platform: 'javascript' });
  expect(errorMessages(ingest)).toEqual(['The route failed']);
});

test('an error of an endpoint is reported once, and a script gets Nuxt’s answer', async ({
  request,
  ingest,
}) => {
  const answer = await request.get('/api/failing');
  const { event } = await waitForError(ingest, 'The endpoint failed');
  await settles();

  expect([answer.status(), await answer.json()]).toEqual([500, expect.objectContaining({ error: true })]);
  expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0', platform: 'node' });
  expect(errorMessages(ingest)).toEqual(['The endpoint failed']);
});

for (const [status, title] of STATUS_DOCUMENTS)
  test(`createError with ${status} is answered with its document, in the visitor’s language, and is no error`, async ({
    request,
    ingest,
  }) => {
    const headers = { accept: 'text/html', 'accept-language': 'de' };
    const answer = await request.get(`/status/${status}`, { headers });
    await settles();

    expect(answer.status()).toBe(status);
    expect(await answer.text()).toContain(`<title>${title}`);
    expect(errorMessages(ingest)).toEqual([]);
  });
