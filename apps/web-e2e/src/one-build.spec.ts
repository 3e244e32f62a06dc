import { expect, test } from './support/test.ts';
import { readItems, waitForError } from './support/envelopes.ts';
import { startApp } from './support/app-server.ts';

const dsnOf = (projectId: string): string =>
  `https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/${projectId}`;

const ENVIRONMENTS = [
  {
    env: { SENTRY_DSN: dsnOf('1001'), SENTRY_ENVIRONMENT: 'staging' },
    project: '1001',
    environment: 'staging',
  },
  {
    env: { SENTRY_DSN: dsnOf('1002'), VERCEL: '1', VERCEL_ENV: 'preview' },
    project: '1002',
    environment: 'vercel-preview',
  },
  { env: { SENTRY_DSN: dsnOf('1003') }, project: '1003', environment: 'production' },
] as const;

for (const { env, project, environment } of ENVIRONMENTS) {
  test(`S19 S21 one build started as ${environment} says so in browser, server and edge`, async ({
    page,
    ingest,
  }) => {
    const app = await startApp({ ...env, ADIT_INGEST_ORIGIN: ingest.origin });
    try {
      await page.goto(`${app.origin}/lab`);
      await page.getByRole('button', { name: 'Throw an error' }).click();
      const browser = await waitForError(ingest, 'The lab threw this error in an event handler.');
      await page.goto(`${app.origin}/lab/server-error`);
      const server = await waitForError(ingest, 'The lab threw this error in a server component.');
      await page.request.get(`${app.origin}/lab/edge-error`);
      const edge = await waitForError(ingest, 'The lab raised this error in the edge runtime.');

      const reports = [browser, server, edge];
      expect(reports.map(({ event }) => event.environment)).toEqual([environment, environment, environment]);
      expect(reports.map(({ request }) => request.url.split('/')[2])).toEqual([project, project, project]);
      expect(new Set(reports.map(({ event }) => event.release)).size).toBe(1);
      // The reference the visitor reads off the screen finds the event.
      const digest = String(server.event.tags?.['digest']);
      await expect(page.getByText(digest)).toBeVisible();
      const sent = ingest.received.flatMap((request) => readItems(request));
      expect(
        sent.filter(({ type, payload }) => type === 'event' && payload.environment !== environment),
      ).toEqual([]);
    } finally {
      await app.stop();
    }
  });
}
