// Like node-listener, with everything by which the standalone server observes envelopes: durations, outcomes, the trail
// of event ids, and the state each second. The difference is the cost for a forward.
import { createServer } from 'node:http';
import { SYSTEM_CLOCK } from '@adit/envelope';
import { createTunnel } from '@adit/tunnel';
import { createListener, createNodeTransport } from '@adit/tunnel/node';
import { createBoard, createReporter, measureProcess } from '@adit/operations';

const { PORT, DSN, TUNNEL_PATH } = process.env;
const { now, monotonicNow } = SYSTEM_CLOCK;
const reporter = createReporter({ worker: 1, now, monotonicNow, spoolMaxAgeMs: 86_400_000 });
const tunnel = createTunnel({
  allowedDsns: [DSN],
  path: TUNNEL_PATH,
  allowedOrigins: '*',
  transport: createNodeTransport(),
  tell: (fact, detail) => fact.kind !== 'fault' && reporter.tell(fact, detail),
});
measureProcess();
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
