import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { findFreePort } from '../src/support/app-server.ts';
import { createServerTest, DSN, FOLDER, type StartExample } from './example-test.ts';
import { startProcess } from './start-process.ts';
import { UNANNOUNCED } from './unannounced.ts';

/** The server's log. */
let log = '';

const startWith =
  (env: Readonly<Record<string, string>>): StartExample =>
  async (ingest) => {
    log = '';
    const port = String(await findFreePort());
    return startProcess({
      command: ['node_modules/next/dist/bin/next', 'start', '--port', port],
      folder: FOLDER,
      env: { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, ...env },
      origin: `http://localhost:${port}`,
      onOutput: (text) => (log += text),
    });
  };

/** Says how to keep events over restarts. */
const SPOOL_LINE =
  'Adit: while Sentry is away, the tunnel keeps up to 16 MiB in memory. ADIT_SPOOL=disk:./spool keeps it on disk, over restarts.';

/** Adit's lines in the log, once there are two and enough time has passed for a third one. */
async function linesOfAdit(): Promise<string[]> {
  const lines = () => log.split('\n').filter((line) => line.startsWith('Adit: '));
  await expect.poll(() => lines().length).toBeGreaterThan(1);
  await delay(3_000);
  return lines();
}

createServerTest(startWith({}))('a server says once that its tunnel answers', async ({ staging }) => {
  expect(staging.origin).toContain('localhost');
  expect(await linesOfAdit()).toEqual([
    SPOOL_LINE,
    'Adit: the tunnel answers at /shop-static/monitoring-tunnel.',
  ]);
});

createServerTest(startWith(UNANNOUNCED))(
  'control: where Next itself answers the path, the server says that errors of browsers are lost',
  async ({ staging }) => {
    expect(await linesOfAdit()).toEqual([
      SPOOL_LINE,
      `Adit: the tunnel does not answer at ${staging.origin}/shop-static/monitoring-tunnel: 404. ` +
        'Errors of browsers are lost. Run npx @adit/cli doctor; a host without a server of node:http needs the route file.',
    ]);
  },
);
