// `npm run bench:redis`: the stores in Redis compared with raw Redis, the disk spool and local stores.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { versionsOf } from '../build.mjs';
import { readCount, runSuite, takeTurns } from '../suite.mjs';
import { buildWorker, measureAccept, measureDelivery, measureReady, withForwards } from './measure.mjs';
import { conclude } from './conclude.mjs';
import { ACCEPTS, FORWARDS, FSYNCS } from './subjects.mjs';

const HELP = `npm run bench:redis -- [options]

  --rounds N    rounds of each measurement (default 3)
  --quick       a tenth of the work, documents are left alone
  --write       writes docs/benchmarks/replicas.md after a quick run too
  --report      writes it from the figures of the last run

It needs redis-server and redis-benchmark (apt-get install redis-server redis-tools), and takes about 6 minutes.`;

/** The number in flight in one process, as under load. */
const IN_FLIGHT = 256;

/** The turns of a forward in a round. They are short, so that all subjects meet the same load of the machine. */
const FORWARD_TURNS = 10;

function read(values) {
  return { rounds: readCount(values, 'rounds', values.quick ? 1 : 3), share: values.quick ? 0.1 : 1 };
}

async function run({ rounds, share }) {
  await buildWorker();
  const count = (whole) => Math.ceil(whole * share);
  const accept = {};
  for (const { id: fsync, count: whole } of FSYNCS) {
    console.log(`Storing, appendfsync ${fsync} …`);
    accept[fsync] = await takeTurns({
      subjects: ACCEPTS,
      rounds,
      rotate: true,
      measure: ({ id: subject }) =>
        measureAccept({ subject, fsync, count: count(whole), inFlight: IN_FLIGHT }),
    });
  }
  console.log('Delivering …');
  const delivery = await takeTurns({
    subjects: [{ id: 'redis' }],
    rounds,
    measure: () => measureDelivery({ count: count(10_000) }),
  });
  console.log('Forwarding under a limit …');
  const forward = await withForwards(FORWARDS, async (measure) => {
    for (const subject of FORWARDS) await measure(subject, count(15_000));
    return takeTurns({
      subjects: FORWARDS,
      rounds: FORWARD_TURNS * rounds,
      rotate: true,
      measure: (subject) => measure(subject, count(1_500)),
    });
  });
  console.log('Starting on stored envelopes …');
  const stored = Math.ceil((1_000_000 * share) / 5_000) * 5_000;
  const ready = await measureReady({ stored, starts: Math.max(rounds, 3) });
  const redis = /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))[1];
  return {
    versions: { ...versionsOf(['@redis/client']), redis },
    rounds,
    stored,
    accept,
    delivery,
    forward,
    ready,
  };
}

await runSuite({
  name: 'replicas',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  help: HELP,
  options: ['rounds'],
  read,
  run,
  conclude,
});
