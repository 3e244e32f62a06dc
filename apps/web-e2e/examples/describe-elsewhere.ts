import { expect } from '@playwright/test';
import { findFreePort } from '../src/support/app-server.ts';
import { errorMessages, waitForError } from '../src/support/envelopes.ts';
import { createExampleTest, DSN, FOLDER, reportOnce, SETTLES_MS, type StartExample } from './example-test.ts';
import { startProcess } from './start-process.ts';
import { startTunnelServer } from './tunnel-server.ts';

/** The port in the example's `build:elsewhere`. */
const TUNNEL_PORT = '8797';

/**
 * Starts a static server that forwards no tunnel path, and a tunnel server on another origin that accepts posts from
 * these pages, or from others.
 */
const elsewhere =
  (allowed?: string): StartExample =>
  async (ingest, environment) => {
    const origin = `http://localhost:${String(await findFreePort())}`;
    const tunnel = await startTunnelServer(FOLDER, {
      ADIT_DSNS: DSN,
      ADIT_INGEST_ORIGIN: ingest.origin,
      SENTRY_ENVIRONMENT: environment,
      PORT: TUNNEL_PORT,
      ADIT_ALLOWED_ORIGINS: allowed ?? origin,
    });
    const files = await startProcess({
      command: ['serve.mjs'],
      folder: FOLDER,
      // Nobody listens there.
      env: { PORT: new URL(origin).port, TUNNEL_ORIGIN: 'http://127.0.0.1:9' },
      origin,
    });
    return { origin, stop: () => Promise.all([files.stop(), tunnel.stop()]) };
  };

/** Registers the tests of an export whose tunnel is on another origin. */
export function describeElsewhere(): void {
  const test = createExampleTest(elsewhere());

  test('an error of the browser reaches ingest through a tunnel of another origin, with its settings', async ({
    page,
    ingest,
    requests,
  }) => {
    const event = await reportOnce(page, ingest);

    expect(event).toMatchObject({ environment: 'staging', release: 'shop@1.0.0' });
    const { origin } = new URL(page.url());
    const others = requests.filter(({ url }) => url.origin !== origin);
    expect(new Set(others.map(({ url }) => url.origin + url.pathname))).toEqual(
      new Set([`http://localhost:${TUNNEL_PORT}/monitoring-tunnel`]),
    );
  });

  test('an error of a page that is closed before the SDK is there reaches ingest', async ({
    page,
    ingest,
  }) => {
    await page.route('**/monitoring-tunnel', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await page.goto('/');
    await page.getByRole('button', { name: 'Throw' }).click();
    await page.close({ runBeforeUnload: true });
    const { event } = await waitForError(ingest, 'The basket is broken');

    expect(event).toMatchObject({ environment: 'staging' });
    expect(event.sdk).toBeUndefined();
  });

  const refused = createExampleTest(elsewhere('https://other.example'));
  refused(
    'control: a tunnel that does not allow the origin of the pages gets nothing, and the console says so',
    async ({ page, ingest }) => {
      const lines: string[] = [];
      page.on('console', (message) => lines.push(message.text()));
      await page.goto('/');
      await page.getByRole('button', { name: 'Throw' }).click();
      await expect.poll(() => lines.filter((line) => line.startsWith('Adit:'))).toHaveLength(1);
      await page.waitForTimeout(SETTLES_MS);

      expect(lines.find((line) => line.startsWith('Adit:'))).toContain(
        `http://localhost:${TUNNEL_PORT}/monitoring-tunnel answers TypeError`,
      );
      expect(errorMessages(ingest)).toEqual([]);
    },
  );
}
