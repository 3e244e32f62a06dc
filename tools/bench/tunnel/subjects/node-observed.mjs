// The same as node-listener, and all that the standalone server does to know what becomes of envelopes: durations, outcomes, the
// trail of event ids, and the state each second. The difference is what this costs a forward.
import { createServer } from 'node:http';
import { createTunnel } from '@adit/tunnel';
import { createListener, createNodeTransport } from '@adit/tunnel/node';
import { createBoard, createReporter } from '@adit/tunnel/operations';
import { observeTunnel } from '@adit/tunnel/opentelemetry';
import { importFrom } from '../../../src/projects.mjs';

const { SYSTEM_CLOCK } = await importFrom('apps/tunnel-server/dist/clock.js');
const { createHttpMetrics } = await importFrom('apps/tunnel-server/dist/http-metrics.js');
const { createMetrics } = await importFrom('apps/tunnel-server/dist/metrics.js');
const { observeProcess } = await importFrom('apps/tunnel-server/dist/observe-process.js');

const { PORT, DSN, TUNNEL_PATH } = process.env;
const { now, monotonicNow } = SYSTEM_CLOCK;
const metrics = createMetrics();
const http = createHttpMetrics({ route: TUNNEL_PATH, ingestOrigin: undefined, now });
const reporter = createReporter({ worker: 1, now, monotonicNow, spoolMaxAgeMs: 86_400_000 });
const tunnel = createTunnel({
  allowedDsns: [DSN],
  path: TUNNEL_PATH,
  allowedOrigins: '*',
  transport: createNodeTransport(),
  onOutcome: (outcome, detail) => {
    http.record(outcome, detail);
    reporter.note(outcome, detail);
  },
  onStoredOutcome: reporter.noteStored,
});
observeTunnel(tunnel, { meter: metrics.meter });
observeProcess(metrics.meter, { version: '0.0.0' });
createBoard({
  collect: async () => [
    await reporter.report({
      stats: tunnel.stats(),
      isSpoolHealthy: undefined,
      oldestAgeMs: () => Promise.resolve(undefined),
    }),
  ],
  isReady: () => true,
  clock: SYSTEM_CLOCK,
  server: { version: '0.0.0', node: process.version, replica: 'bench', startedAt: now(), settings: {} },
  spoolKind: 'off',
});

createServer(createListener(tunnel)).listen(Number(PORT), '127.0.0.1');
