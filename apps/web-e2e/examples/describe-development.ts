import { expect } from '@playwright/test';
import { findFreePort } from '../src/support/app-server.ts';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { createExampleTest, DSN, FOLDER, pressThrow, SETTLES_MS, type StartExample } from './example-test.ts';
import { startProcess } from './start-process.ts';

/** Returns a function that starts the development server that Node runs with these arguments. */
const developmentServer =
  (command: readonly string[]): StartExample =>
  async (ingest) => {
    const port = String(await findFreePort());
    return startProcess({
      command: [...command, '--port', port],
      folder: FOLDER,
      env: { NODE_ENV: 'development', SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin },
      origin: `http://localhost:${port}`,
    });
  };

/** An example in development. */
export interface DevelopedExample {
  /** The script that Node runs, with its arguments. */
  readonly command: readonly string[];
  /** A link of the home page to a page that fails on the server, and the message. Default none. */
  readonly failingLink?: { readonly name: string; readonly message: string };
}

/** Registers the test of an example's development server. */
export function describeDevelopment({ command, failingLink }: DevelopedExample): void {
  const test = createExampleTest(developmentServer(command));

  test('in development, errors of the browser and of the server are reported, each once', async ({
    page,
    request,
    ingest,
  }) => {
    // Vite prepares the first page while it is loaded.
    test.slow();
    await page.goto('/');
    // The button is there before its script.
    await expect(async () => {
      if (errorMessages(ingest).length === 0) await pressThrow(page);
      expect(errorMessages(ingest)).toContain('The basket is broken');
    }).toPass({ intervals: [SETTLES_MS] });
    expect(new Set(errorMessages(ingest))).toEqual(new Set(['The basket is broken']));
    const { event } = await waitForError(ingest, 'The basket is broken');
    expect(event).toMatchObject({ environment: 'development', release: 'shop@1.0.0' });

    ingest.reset();
    expect((await request.get('/failing-route')).status()).toBe(500);
    await waitForError(ingest, 'The route failed');
    if (failingLink) {
      await page.getByRole('link', { name: failingLink.name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.');
      await waitForError(ingest, failingLink.message);
    }
    await page.waitForTimeout(SETTLES_MS);

    expect(errorMessages(ingest)).toEqual([
      'The route failed',
      ...(failingLink ? [failingLink.message] : []),
    ]);
  });
}
