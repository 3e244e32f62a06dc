import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { findFreePort } from '../src/support/app-server.ts';
import { watchRequests, type SeenRequest } from '../src/support/requests.ts';

export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.de.sentry.io/4509';

/** Where the example that is tested is installed and built. */
export const FOLDER = join(
  process.env['ADIT_EXAMPLES_FOLDER'] ?? '',
  process.env['ADIT_EXAMPLES_NAME'] ?? '',
);

/** Starts the built example with these variables. Returns its origin and its stop. */
export async function startExample(
  env: Readonly<Record<string, string>>,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const { PATH = '', HOME = '' } = process.env;
  const next = join(FOLDER, 'node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'start', '--port', String(port)], {
    cwd: FOLDER,
    env: { PATH, HOME, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready')) resolve();
    });
    child.once('exit', () => reject(new Error('next start ended early')));
  });
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      child.removeAllListeners('exit');
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

interface Fixtures {
  readonly requests: readonly SeenRequest[];
}

interface WorkerFixtures {
  readonly ingest: ScriptedIngest;
  /** The example, started as `staging`. */
  readonly staging: { readonly origin: string };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
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
      const app = await startExample({
        SENTRY_DSN: DSN,
        SENTRY_ENVIRONMENT: 'staging',
        ADIT_INGEST_ORIGIN: ingest.origin,
      });
      await use(app);
      await app.stop();
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
