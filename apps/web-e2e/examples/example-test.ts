import { join } from 'node:path';
import { test } from '@playwright/test';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { watchRequests, type SeenRequest } from '../src/support/requests.ts';

/** As long as a second report of the same error would take, in milliseconds. */
export const SETTLES_MS = 3_000;

/** The installed and built example. */
export const folderOf = (name: string): string => join(process.env['ADIT_EXAMPLES_FOLDER'] ?? '', name);

/** A running example. */
export interface RunningExample {
  readonly origin: string;
  readonly stop: () => Promise<unknown>;
}

interface WorkerFixtures {
  /** The ingest that events of the example reach. */
  readonly ingest: ScriptedIngest;
  /** The example, started as `staging`. Relative addresses are on its origin. */
  readonly staging: RunningExample;
}

/** Returns Playwright's `test` for an example that `start` starts with an environment. */
export const createExampleTest = (
  start: (ingest: ScriptedIngest, environment: string) => Promise<RunningExample>,
) =>
  test.extend<{ requests: readonly SeenRequest[] }, WorkerFixtures>({
    ingest: [
      async ({}, use) => {
        const ingest = await createScriptedIngest();
        await use(ingest);
        await ingest.close();
      },
      { scope: 'worker' },
    ],
    staging: [
      async ({ ingest }, use) => {
        const running = await start(ingest, 'staging');
        await use(running);
        await running.stop();
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ staging, ingest }, use) => {
      ingest.reset();
      await use(staging.origin);
    },
    requests: [
      async ({ context }, use) => {
        await use(watchRequests(context));
      },
      { auto: true },
    ],
  });
