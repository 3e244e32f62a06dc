// Sends events to SENTRY_DSN, selected by the first argument: all | limit | outage. A second argument is a module with
// another transport.
import * as Sentry from '@sentry/node';

const FLUSH_TIMEOUT_MS = 30_000;

const [mode, module] = process.argv.slice(2);
const { transport } = module === undefined ? {} : await import(module);

Sentry.init({
  release: 'adit-node@1.0.0',
  environment: 'test',
  tracesSampleRate: 1,
  enableLogs: true,
  transport,
  tracePropagationTargets: [],
});

const checkIn = () => Sentry.captureCheckIn({ monitorSlug: 'nightly', status: 'ok', duration: 1 });

const PROGRAMS = {
  all: () => {
    Sentry.startSession();
    Sentry.withScope((scope) => {
      const data = Uint8Array.from({ length: 1_024 }, (_, index) => index);
      scope.addAttachment({ filename: 'bytes.bin', data });
      // Node's SDK compresses bodies larger than 32 KiB.
      scope.addAttachment({ filename: 'long.txt', data: 'a line of text\n'.repeat(4_000) });
      Sentry.captureException(new Error('error of Node'));
    });
    Sentry.startSpan({ name: 'transaction of Node', op: 'task' }, () =>
      Sentry.startSpan({ name: 'SELECT 1', op: 'db' }, () => undefined),
    );
    Sentry.logger.info('log of Node');
    Sentry.metrics.count('metric.of.node', 1);
    checkIn();
    Sentry.captureFeedback({ message: 'feedback of Node' });
    Sentry.endSession();
  },
  limit: async () => {
    for (let number = 0; number < 5; number += 1) {
      Sentry.captureException(new Error(`limit ${number}`));
      await Sentry.flush(FLUSH_TIMEOUT_MS);
    }
    checkIn();
  },
  outage: () => {
    for (let number = 0; number < 10; number += 1) Sentry.captureException(new Error(`outage ${number}`));
  },
};

await PROGRAMS[mode]();
await Sentry.close(FLUSH_TIMEOUT_MS);
