import { findFreePort } from '../src/support/app-server.ts';
import { describeExample, type Failure } from './describe-example.ts';
import { describeTunnel } from './describe-tunnel.ts';
import { DSN, FOLDER } from './example-test.ts';
import { startProcess } from './start-process.ts';

const reference: Failure['reference'] = ({ event_id }) => event_id;

const test = describeExample({
  start: async (ingest, environment) => {
    const port = String(await findFreePort());
    return startProcess({
      command: ['--import', './dist/server/instrument.js', 'dist/server/server.js'],
      folder: FOLDER,
      env: {
        PORT: port,
        SENTRY_DSN: DSN,
        SENTRY_ENVIRONMENT: environment,
        ADIT_INGEST_ORIGIN: ingest.origin,
      },
      origin: `http://localhost:${port}`,
    });
  },
  failures: [
    { message: 'The server could not render', path: '/server-error', reference },
    { message: 'The route failed', path: '/failing-route', reference },
  ],
  sdkNeeds: '**/assets/sdk-*.js',
  prefetches: {
    count: 1,
    isOne: ({ headers }) => headers['sec-purpose']?.startsWith('prefetch') === true,
    // The other links forbid it.
    hover: 'Orders',
  },
  firstLoadBytes: 75_000,
});

describeTunnel(test);
