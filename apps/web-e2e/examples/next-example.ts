import { findFreePort } from '../src/support/app-server.ts';
import type { Failure } from './describe-example.ts';
import { createExampleTest, DSN, FOLDER, type RunningExample, type StartExample } from './example-test.ts';
import { startProcess } from './start-process.ts';

/** Starts `next start` of the built example, or of a copy in another folder, with these variables. Default a free port. */
export async function startExample(
  env: Readonly<Record<string, string>>,
  folder = FOLDER,
  givenPort?: number,
): Promise<RunningExample> {
  const port = givenPort ?? (await findFreePort());
  return startProcess({
    command: ['node_modules/next/dist/bin/next', 'start', '--port', String(port)],
    folder,
    env,
    origin: `http://localhost:${port}`,
  });
}

export const startNext: StartExample = (ingest, environment) =>
  startExample({ SENTRY_DSN: DSN, SENTRY_ENVIRONMENT: environment, ADIT_INGEST_ORIGIN: ingest.origin });

export const test = createExampleTest(startNext);

/** The failures on the server of an example with the App Router. */
export const APP_ROUTER_FAILURES: readonly Failure[] = [
  {
    message: 'The server could not render',
    link: 'Fails on the server',
    reference: ({ tags }) => tags?.['digest'],
  },
  { message: 'The route failed', path: '/failing-route' },
];
