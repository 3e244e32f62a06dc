import { test, type BrowserContext } from '@playwright/test';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { watchRequests, type SeenRequest } from './requests.ts';

/** Playwright's `test` with a scripted ingest for all tests of a worker. It opens no browser. */
export const ingestTest = test.extend<object, { readonly ingest: ScriptedIngest }>({
  ingest: [
    async ({}, use) => {
      const ingest = await createScriptedIngest();
      await use(ingest);
      await ingest.close();
    },
    { scope: 'worker' },
  ],
});

type Use = (requests: readonly SeenRequest[]) => Promise<void>;

/** The fixture with every request that the pages of a test made, navigations included. */
export const seenRequests = [
  async ({ context }: { context: BrowserContext }, use: Use): Promise<void> => use(watchRequests(context)),
  { auto: true },
] as [(args: { context: BrowserContext }, use: Use) => Promise<void>, { auto: true }];
