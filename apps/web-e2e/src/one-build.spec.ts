import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { ScriptedIngest } from '@adit/testing';
import { expect, test } from './support/test.ts';
import { readItems, receivedItems, waitForError, type Item } from './support/envelopes.ts';
import { startApp } from './support/app-server.ts';

const dsnOf = (projectId: string): string =>
  `https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/${projectId}`;

/** The pages that the build has rendered. */
const PRERENDERED = fileURLToPath(new URL('../../web/.next/prerender-manifest.json', import.meta.url));

test('pages that read nothing of the request are static, and hold nothing of a server', async ({
  page,
  app,
}) => {
  const { routes } = JSON.parse(readFileSync(PRERENDERED, 'utf8')) as { routes: object };
  const paths = Object.keys(routes);
  expect(paths).toEqual(
    expect.arrayContaining([
      '/crash/client',
      '/lab',
      '/lab/faults-in-parts',
      '/lab/links',
      '/lab/members',
      '/lab/missing-chunk',
    ]),
  );
  // Control: this page shows the environment of the running server.
  expect(paths).not.toContain('/');

  const html = await (await page.request.get(`${app.origin}/lab`)).text();
  expect(html).toContain('<h1>Lab</h1>');
  expect(html).not.toMatch(/o450\.ingest|production/);
});

/** A text that only the replay integration has. */
const REPLAY_CODE = 'Multiple Sentry Session Replay instances are not supported';

/**
 * Returns a function that reads every script loaded so far. For each with replay: whether the page had loaded when it
 * was fetched.
 */
function watchReplayScripts(page: Page): () => Promise<readonly boolean[]> {
  const reads: Promise<unknown>[] = [];
  const fetched: boolean[] = [];
  let isLoaded = false;
  page.on('load', () => (isLoaded = true));
  page.on('response', (response) => {
    const wasLoaded = isLoaded;
    if (!response.url().endsWith('.js')) return;
    // A script of a page that was left cannot be read any more.
    reads.push(
      response.text().then(
        (code) => code.includes(REPLAY_CODE) && fetched.push(wasLoaded),
        () => undefined,
      ),
    );
  });
  return async () => {
    await Promise.all(reads);
    return fetched;
  };
}

const recordings = (ingest: ScriptedIngest): readonly Item[] =>
  receivedItems(ingest).filter(({ type }) => type === 'replay_event');

/** `monitoring.spec.ts` tests a server with a DSN and no other variable. */
const ENVIRONMENTS = [
  {
    env: { SENTRY_DSN: dsnOf('1001'), SENTRY_ENVIRONMENT: 'staging', SENTRY_RELEASE: 'later' },
    project: '1001',
    environment: 'staging',
  },
  {
    env: {
      SENTRY_DSN: dsnOf('1002'),
      VERCEL: '1',
      VERCEL_ENV: 'preview',
      SENTRY_REPLAYS_SESSION_SAMPLE_RATE: '0',
      SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: '0',
    },
    project: '1002',
    environment: 'vercel-preview',
  },
] as const;

for (const { env, project, environment } of ENVIRONMENTS) {
  test(`S19 S21 one build started as ${environment} says so in browser, server and edge, with the release of its build, and fetches no replay`, async ({
    page,
    ingest,
  }) => {
    const app = await startApp({ ...env, ADIT_INGEST_ORIGIN: ingest.origin });
    try {
      const readReplayScripts = watchReplayScripts(page);
      await page.goto(`${app.origin}/lab`);
      await page.getByRole('button', { name: 'Throw an error' }).click();
      const browser = await waitForError(ingest, 'The lab threw this error in an event handler.');
      // By then the page has fetched its late scripts.
      await page.waitForLoadState('networkidle');
      expect(await readReplayScripts()).toEqual([]);
      await page.goto(`${app.origin}/lab/server-error`);
      const server = await waitForError(ingest, 'The lab threw this error in a server component.');
      await page.request.get(`${app.origin}/lab/edge-error`);
      const edge = await waitForError(ingest, 'The lab raised this error in the edge runtime.');

      const reports = [browser, server, edge];
      expect(reports.map(({ event }) => event.environment)).toEqual([environment, environment, environment]);
      expect(reports.map(({ request }) => request.url.split('/')[2])).toEqual([project, project, project]);
      const [release, ...others] = new Set(reports.map(({ event }) => event.release));
      expect(release).toMatch(/\S/);
      expect(release).not.toBe('later');
      expect(others).toEqual([]);
      // The reference on the screen identifies the event.
      const digest = String(server.event.tags?.['digest']);
      await expect(page.getByText(digest)).toBeVisible();
      const sent = ingest.received.flatMap((request) => readItems(request));
      expect(
        sent.filter(({ type, payload }) => type === 'event' && payload.environment !== environment),
      ).toEqual([]);
      expect(await readReplayScripts()).toEqual([]);
      expect(recordings(ingest)).toEqual([]);
    } finally {
      await app.stop();
    }
  });
}

test('a server with wrong variables serves every page, and names each once', async ({ page }) => {
  const wrong = {
    SENTRY_DSN: 'foo',
    SENTRY_ENVIRONMENT: 'a b',
    SENTRY_RELEASE: 'a/b',
    SENTRY_TRACES_SAMPLE_RATE: '10%',
    ADIT_TRUSTED_PROXIES: 'all',
    ADIT_INGEST_ORIGIN: 'relay',
  };
  const app = await startApp(wrong);
  try {
    for (const path of ['/', '/lab', '/lab/links'])
      expect((await page.request.get(`${app.origin}${path}`)).status()).toBe(200);

    const lines = [...app.log().matchAll(/^Adit: (\w+) is .*; accepted: .*\. (.*)$/gm)];
    expect(lines.map(([, name, instead]) => [name, instead]).sort()).toEqual([
      ['ADIT_INGEST_ORIGIN', 'Monitoring is off.'],
      ['ADIT_TRUSTED_PROXIES', 'No proxy is trusted.'],
      ['SENTRY_DSN', 'Monitoring is off.'],
      ['SENTRY_ENVIRONMENT', 'The environment is production.'],
      ['SENTRY_TRACES_SAMPLE_RATE', 'The rate is 0.1.'],
    ]);
  } finally {
    await app.stop();
  }
});

test.describe('replay, in one build', () => {
  const startRecording = (ingest: ScriptedIngest, rates: Readonly<Record<string, string>>) =>
    startApp({ SENTRY_DSN: dsnOf('1004'), ADIT_INGEST_ORIGIN: ingest.origin, ...rates });

  for (const { variable, mode } of [
    { variable: 'SENTRY_REPLAYS_SESSION_SAMPLE_RATE', mode: 'session' },
    { variable: 'SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE', mode: 'buffer' },
  ]) {
    test(`${mode === 'buffer' ? '@long ' : ''}is fetched after the page has loaded, and records, if ${variable} is 1`, async ({
      page,
      ingest,
    }) => {
      const app = await startRecording(ingest, { [variable]: '1' });
      try {
        const readReplayScripts = watchReplayScripts(page);
        await page.goto(`${app.origin}/lab`);
        await expect.poll(readReplayScripts).toEqual([true]);
        // The recorder begins a moment later, and sends nothing for five seconds.
        await page.waitForTimeout(1_000);
        await page.getByRole('button', { name: 'Throw an error' }).click();
        const { event } = await waitForError(ingest, 'The lab threw this error in an event handler.');
        await expect.poll(() => recordings(ingest).length).toBeGreaterThan(0);

        const recording = recordings(ingest)[0]?.payload;
        expect(recording).toMatchObject({ replay_type: mode, environment: 'production' });
        expect(event.tags?.['replayId']).toBe(recording?.['replay_id']);
      } finally {
        await app.stop();
      }
    });
  }
});
