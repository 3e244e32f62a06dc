import { expect } from '@playwright/test';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { describeExample } from './describe-example.ts';
import { SETTLES_MS, type StartExample } from './example-test.ts';
import { APP_ROUTER_FAILURES, startExample } from './next-example.ts';

/** The SDK that the team starts on its servers sends to the DSN itself. */
const start: StartExample = (ingest, environment) =>
  startExample({
    SENTRY_DSN: `${ingest.origin.replace('//', '//0123456789abcdef0123456789abcdef@')}/4509`,
    SENTRY_ENVIRONMENT: environment,
    ADIT_INGEST_ORIGIN: ingest.origin,
  });

const test = describeExample({
  start,
  failures: [...APP_ROUTER_FAILURES, { message: 'The edge failed', path: '/edge-route' }],
  prefetches: { count: 2, isOne: ({ headers }) => headers['next-router-prefetch'] !== undefined },
  firstLoadBytes: 150_100,
});

/** The share of traces that the event's sender samples, from the envelope's header. */
const sampleRateOf = ({ body }: { body: Buffer }): unknown =>
  (JSON.parse(String(body).split('\n')[0] ?? '') as { trace?: { sample_rate?: string } }).trace?.sample_rate;

test('beforeSend, integrations and rate of the team’s browsers stay', async ({ page, ingest }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Throw' }).click();
  const { event, request } = await waitForError(ingest, 'The basket is broken');

  expect(event).toMatchObject({ tags: { team: 'checkout' }, contexts: { Error: { basket: 'b-7' } } });
  expect(sampleRateOf(request)).toBe('0.5');
});

test('beforeSend, integrations and rate of the team’s servers stay', async ({ request, ingest }) => {
  await request.get('/failing-route');
  const { event, request: sent } = await waitForError(ingest, 'The route failed');

  expect(event).toMatchObject({ tags: { team: 'checkout-servers' }, contexts: { Error: { shelf: 's-3' } } });
  expect(sampleRateOf(sent)).toBe('0.25');
});

test('the team’s own global-error reports once', async ({ page, ingest }) => {
  await page.goto('/');
  // Listeners are added when the page is hydrated.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('break-layout')));
        return errorMessages(ingest);
      },
      { timeout: 30_000 },
    )
    .toContain('The layout broke');
  await page.waitForTimeout(SETTLES_MS);

  expect(errorMessages(ingest)).toEqual(['The layout broke']);
});

test('both errors of the wizard’s example page are reported once', async ({ page, ingest }) => {
  await page.goto('/sentry-example-page');
  await page.getByRole('button', { name: 'Throw Sample Error' }).click();
  await expect(page.getByText('Error sent to Sentry.')).toBeVisible();
  await waitForError(ingest, 'raised on the frontend');
  await page.waitForTimeout(SETTLES_MS);

  expect(errorMessages(ingest).sort()).toEqual([
    'This error is raised on the backend called by the example page.',
    'This error is raised on the frontend of the example page.',
  ]);
});
