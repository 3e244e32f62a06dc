import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ScriptedIngest } from '@adit/testing';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { ingestTest, seenRequests } from '../src/support/ingest-test.ts';
import type { SeenRequest } from '../src/support/requests.ts';

export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.de.sentry.io/4509';

/** The time that a second report of the same error would take, in milliseconds. */
export const SETTLES_MS = 3_000;

/** The folder in which the tested example is installed and built. */
export const FOLDER = join(
  process.env['ADIT_EXAMPLES_FOLDER'] ?? '',
  process.env['ADIT_EXAMPLES_NAME'] ?? '',
);

/** A running example. */
export interface RunningExample {
  readonly origin: string;
  readonly stop: () => Promise<unknown>;
}

/** Starts the built example with this environment. */
export type StartExample = (ingest: ScriptedIngest, environment: string) => Promise<RunningExample>;

interface WorkerFixtures {
  /** The example, started as `staging`. Relative addresses are on its origin. */
  readonly staging: RunningExample;
}

/** Returns Playwright's `test` for the server that `start` starts. It opens no browser. */
export const createServerTest = (start: StartExample) =>
  ingestTest.extend<object, WorkerFixtures>({
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
  });

/** Returns Playwright's `test` for the example that `start` starts, with every request of the browser. */
export const createExampleTest = (start: StartExample) =>
  createServerTest(start).extend<{ requests: readonly SeenRequest[] }>({
    requests: seenRequests,
  });

/** Presses the button that throws. */
export const pressThrow = (page: Page): Promise<void> => page.getByRole('button', { name: 'Throw' }).click();

/** Throws an error on the first page, expects that the SDK reports it once, and returns its event. */
export async function reportOnce(page: Page, ingest: ScriptedIngest) {
  await page.goto('/');
  await pressThrow(page);
  const { event } = await waitForError(ingest, 'The basket is broken');
  await page.waitForTimeout(SETTLES_MS);

  expect(event.sdk?.name).toContain('sentry.javascript');
  expect(errorMessages(ingest)).toEqual(['The basket is broken']);
  return event;
}

/** The documents that `@adit/kits` answers, with the beginnings of their titles in German. */
export const STATUS_DOCUMENTS = [
  [401, 'Melden Sie sich an'],
  [403, 'Sie haben keinen Zugriff auf diese Seite'],
  [404, 'Unter dieser Adresse gibt es keine Seite'],
  [429, 'Zu viele Anfragen'],
  [500, 'Mit dieser Seite gibt es leider ein Problem'],
  [503, 'Diese Website ist zurzeit nicht verfügbar'],
] as const;
