import { expect, type Page } from '@playwright/test';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { readItems, receivedItems, waitForError } from '../src/support/envelopes.ts';
import { startExample, test } from './next-example.ts';

/** One place where an application can throw, and how a visitor triggers it. */
interface Row {
  /** The message of the error. */
  readonly error: string;
  readonly throwIt: (page: Page, ingest: ScriptedIngest) => Promise<unknown>;
}

const click =
  (button: string, path = '/') =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await page.getByRole('button', { name: button, exact: true }).click();
  };
const visit = (path: string) => (page: Page) => page.goto(path);
const request = (path: string) => (page: Page) => page.request.get(path);

/** Thrown at the end of a visit that waits for the SDK. */
const STAYS = 'browser: the visitor stays';

/** React reports a boundary that failed on the server again in the browser. Only the SDK’s noise rules drop that. */
const stayAt = (path: string) => async (page: Page, ingest: ScriptedIngest) => {
  await page.goto(path);
  await page.evaluate((message) => {
    setTimeout(() => {
      throw new Error(message);
    });
  }, STAYS);
  await ingest.waitFor((request) =>
    readItems(request).some(
      ({ payload }) => payload.sdk !== undefined && JSON.stringify(payload).includes(STAYS),
    ),
  );
};

const ROWS: readonly Row[] = [
  { error: 'browser: event handler', throwIt: click('event handler') },
  { error: 'browser: unhandled rejection', throwIt: click('unhandled rejection') },
  { error: 'browser: render', throwIt: click('render') },
  { error: 'browser: hydration', throwIt: visit('/hydration') },
  { error: 'browser: transition', throwIt: click('transition') },
  { error: 'browser: async transition', throwIt: click('async transition') },
  { error: 'browser: nested boundary', throwIt: click('nested boundary', '/nested') },
  { error: 'browser: global-error', throwIt: click('global-error') },
  { error: 'browser: effect', throwIt: click('effect') },
  { error: 'browser: use()', throwIt: click('use()') },
  { error: 'server: action', throwIt: click('action') },
  { error: 'server: useActionState', throwIt: click('useActionState') },
  { error: 'server: render', throwIt: visit('/server-render') },
  { error: 'server: client component', throwIt: visit('/client-on-server') },
  { error: 'server: generateMetadata', throwIt: visit('/metadata') },
  { error: 'server: streaming', throwIt: stayAt('/streaming') },
  { error: 'server: route handler', throwIt: request('/route-handler') },
  { error: 'server: after()', throwIt: request('/after') },
  { error: 'server: image route', throwIt: request('/image/opengraph-image') },
  { error: 'server: font route', throwIt: request('/fonts/shop.woff2') },
  { error: 'server: proxy', throwIt: request('/proxied') },
  { error: 'edge: route handler', throwIt: request('/edge-route') },
  { error: 'edge: render', throwIt: visit('/edge-page') },
  { error: 'pages: getServerSideProps', throwIt: visit('/legacy/server-props') },
  { error: 'pages: render on the server', throwIt: visit('/legacy/server-render') },
  { error: 'pages: render in the browser', throwIt: click('render', '/legacy/browser') },
  { error: 'pages: event handler', throwIt: click('event handler', '/legacy/browser') },
  { error: 'pages: API route', throwIt: request('/api/fails') },
];

/** The time that a second report of the last error would take. */
const SETTLES_MS = 3_000;

/** Next itself fails with this error after its proxy has thrown. */
const AFTER_PROXY = 'Cannot append headers after they are sent to the client';

/** Throws everything once. Returns how often each message was reported. */
async function countReports(page: Page, ingest: ScriptedIngest): Promise<Record<string, number>> {
  for (const { error, throwIt } of ROWS) {
    await test.step(error, async () => {
      await throwIt(page, ingest);
      await waitForError(ingest, error).catch(() => undefined);
    });
  }
  await page.waitForTimeout(SETTLES_MS);

  const ids = new Set<unknown>();
  const counts: Record<string, number> = {};
  for (const { type, payload } of receivedItems(ingest)) {
    // Sentry keeps one event for each id. A page that is left while the SDK starts sends an error in both ways.
    if (type !== 'event' || ids.has(payload.event_id)) continue;
    ids.add(payload.event_id);
    const message = payload.exception?.values?.[0]?.value ?? '';
    counts[message] = (counts[message] ?? 0) + 1;
  }
  return counts;
}

/** The DSN of `npm run with-sentry`. */
const SENTRY_INGEST_PORT = 49_917;

const WITH_DIGEST = [
  'server: action',
  'server: useActionState',
  'server: render',
  'server: client component',
  'server: generateMetadata',
  'server: streaming',
  'edge: render',
];

const EACH_ONCE = Object.fromEntries(ROWS.map(({ error }) => [error, 1]));

if (process.env['ADIT_EXAMPLES_BUILD'] === 'with-sentry') {
  test('control: what Sentry’s own set-up reports', async ({ browser }) => {
    test.setTimeout(600_000);
    const ingest = await createScriptedIngest({ port: SENTRY_INGEST_PORT });
    const app = await startExample({});
    const page = await browser.newPage({ baseURL: app.origin });
    const counts = await countReports(page, ingest).finally(async () => {
      await app.stop();
      await ingest.close();
    });
    test.info().annotations.push({ type: 'reports', description: JSON.stringify(counts) });
    expect(counts).not.toEqual(EACH_ONCE);
  });
} else {
  test('everything thrown is reported once, and nothing else is', async ({ page, ingest }) => {
    test.setTimeout(400_000);

    expect(await countReports(page, ingest)).toEqual({ ...EACH_ONCE, [STAYS]: 1, [AFTER_PROXY]: 1 });
    // The reference on a screen identifies these events. Next sets none on errors of route handlers.
    for (const error of WITH_DIGEST) {
      const { event } = await waitForError(ingest, error);
      expect([error, event.tags?.['digest']]).toEqual([error, expect.stringMatching(/^\d+$/)]);
    }
  });
}
