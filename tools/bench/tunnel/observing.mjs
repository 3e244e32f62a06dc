// node --expose-gc tools/bench/tunnel/observing.mjs: the cost of observing the outcomes of envelopes, in one process,
// alternately on and off. Measures the processor time of a forward whose ingest answers at once: the difference is the
// cost, the whole forward costs far more.
import { SYSTEM_CLOCK } from '@adit/envelope';
import { createTunnel } from '@adit/tunnel';
import { createBoard, createReporter } from '@adit/operations';
import { buildEnvelope } from './envelopes.mjs';

const DSN = 'http://0123456789abcdef0123456789abcdef@127.0.0.1:9/4509';
const PATH = '/monitoring-tunnel';
const ROUNDS = 15;
const FORWARDS = 20_000;

const body = buildEnvelope('error', DSN);
const answer = { status: 200, header: () => undefined, body: new Uint8Array(2) };
const transport = { send: () => ({ answer: Promise.resolve(answer), abort: () => undefined }) };
const { now, monotonicNow } = SYSTEM_CLOCK;

/** With a length, so that it is read in one piece as from a browser. */
const request = () => ({
  method: 'POST',
  target: `${PATH}?o=0&p=4509`,
  header: (name) => (name === 'content-length' ? String(body.byteLength) : undefined),
  body: {
    readWhole: () => Promise.resolve(body),
    async *[Symbol.asyncIterator]() {
      yield body;
    },
  },
  peerAddress: '127.0.0.1',
});

const createSubject = (options) =>
  createTunnel({ allowedDsns: [DSN], allowedOrigins: '*', transport, ...options });

function createObserved() {
  const reporter = createReporter({ worker: 1, now, monotonicNow, spoolMaxAgeMs: 86_400_000 });
  const tunnel = createSubject({
    tell: (fact, detail) => fact.kind !== 'fault' && reporter.tell(fact, detail),
  });
  const report = () =>
    reporter.report({ stats: tunnel.stats(), isSpoolHealthy: undefined, oldestAgeMs: async () => undefined });
  const board = createBoard({
    collect: async () => [await report()],
    isReady: () => true,
    clock: SYSTEM_CLOCK,
    server: { version: '0.0.0', node: process.version, replica: 'bench', startedAt: now(), settings: {} },
    spoolKind: 'off',
  });
  return { tunnel, board };
}

async function microsecondsOf(tunnel) {
  const before = process.cpuUsage();
  for (let index = 0; index < FORWARDS; index += 1) await tunnel.handle(request());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / FORWARDS;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The bytes in use after garbage collection. */
function usedBytes() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const off = createSubject({});
await microsecondsOf(off);
const bytesBefore = usedBytes();
const { tunnel: on, board } = createObserved();
const costs = { off: [], on: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  costs.off.push(await microsecondsOf(off));
  costs.on.push(await microsecondsOf(on));
}
// As many outcomes as are kept. The longest are refusals of unknown items with a limit's reason.
for (let index = 0; index < 2_000; index += 1) {
  await on.handle({ ...request(), target: `${PATH}?o=1&p=1` });
  if (index % 100 === 0) await board.refresh();
}
const bytes = usedBytes() - bytesBefore;
board.stop();

const [offMicroseconds, onMicroseconds] = [median(costs.off), median(costs.on)];
console.log(
  [
    `forward, ingest answering at once: off ${offMicroseconds.toFixed(2)} µs, on ${onMicroseconds.toFixed(2)} µs of CPU (medians of ${ROUNDS})`,
    `observing costs ${(onMicroseconds - offMicroseconds).toFixed(2)} µs: the aim is 2 % of a whole forward, which bench:tunnel measures`,
    globalThis.gc === undefined
      ? 'memory: run with --expose-gc'
      : `memory: ${(bytes / 1_048_576).toFixed(2)} MiB in use`,
  ].join('\n'),
);
process.exit();
