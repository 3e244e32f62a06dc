import { startApp, type AppServer } from './app-server.ts';
import { ingestTest, seenRequests } from './ingest-test.ts';
import type { SeenRequest } from './requests.ts';

/** A regional SaaS DSN; its envelopes go to the scripted ingest instead. */
export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.de.sentry.io/4509';

interface TestFixtures {
  /** Every request this test's pages made, navigations included. */
  readonly requests: readonly SeenRequest[];
}

interface WorkerFixtures {
  readonly app: AppServer;
}

/** Playwright's test, with the production build and a scripted ingest behind it. */
export const test = ingestTest.extend<TestFixtures, WorkerFixtures>({
  app: [
    async ({ ingest }, use) => {
      const app = await startApp({
        SENTRY_DSN: DSN,
        ADIT_INGEST_ORIGIN: ingest.origin,
        SENTRY_TRACES_SAMPLE_RATE: '1',
      });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app, ingest }, use) => {
    ingest.reset();
    await use(app.origin);
  },
  requests: seenRequests,
});

export { expect } from './expect.ts';
