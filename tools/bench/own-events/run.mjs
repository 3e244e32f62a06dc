import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { choose, median, quantile, takeTurns } from '../suite.mjs';

/*
 * The cost of an error for the server that captures it: processor time of the process, with the SDK's own transport and with the
 * tunnel of the process. `node tools/bench/own-events/run.mjs [--only a,b] [--starts 5] [--rounds 10] [--errors 2000]
 * [--warm-up 5000]`. The servers capture in turn, `errors` in each round, so that all meet the same load of the machine. They are
 * started several times, because V8 does not compile alike each time. V8 compiles for some thousand
 * errors before a server costs the same each time; with a small `--warm-up` it is measured before that. Ingest is in this
 * process, so its time does not count. The packages have to be built.
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '10' },
    errors: { type: 'string', default: '2000' },
    'warm-up': { type: 'string', default: '5000' },
  },
});
// Without a document of rules, the tunnel of a Next server does not read these envelopes again.
const WAYS = [
  'direct',
  'tunnel',
  'tunnel, two rules',
  'tunnel, two rules and budgets',
  // As a control: what it costs if the tunnel does not know what the SDK has applied.
  'tunnel, two rules, and the built-in parts again',
];
const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));

let received = 0;
const ingest = createServer((request, response) => {
  request.resume().on('end', () => {
    received += 1;
    response.end('{}');
  });
}).listen(0, '127.0.0.1');
await once(ingest, 'listening');

async function startServer(way) {
  const child = fork(SERVER, [way, String(ingest.address().port)]);
  await once(child, 'message');
  return {
    /** Returns the processor time of an error, in microseconds. */
    capture: async (errors) => {
      received = 0;
      child.send(errors);
      const [micros] = await once(child, 'message');
      if (received < errors) throw new Error(`${way}: ingest got ${received} of ${errors} envelopes.`);
      return micros;
    },
    stop: () => child.disconnect(),
  };
}

const ways = choose(
  WAYS.map((id) => ({ id })),
  values.only,
);

/** One start of all servers: the time of an error by way, for each round. */
async function measureStart() {
  const servers = [];
  for (const { id } of ways) servers.push({ id, server: await startServer(id) });
  for (const { server } of servers) await server.capture(Number(values['warm-up']));
  const found = await takeTurns({
    subjects: servers,
    rounds: Number(values.rounds),
    rotate: true,
    measure: ({ server }) => server.capture(Number(values.errors)),
  });
  for (const { server } of servers) server.stop();
  return found;
}

const results = Object.fromEntries(ways.map(({ id }) => [id, []]));
for (let start = 0; start < Number(values.starts); start += 1) {
  const found = await measureStart();
  for (const { id } of ways) results[id].push(...found[id]);
}
ingest.close();

const [first] = ways;
console.log(
  '| way | µs for an error, median | to direct: median (quartiles) of the rounds |\n| --- | ---: | ---: |',
);
for (const { id } of ways) {
  const ratios = results[id].map((micros, round) => micros / results[first.id][round]);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
  console.log(`| ${id} | ${Math.round(median(results[id]))} | ${middle} (${low} to ${high}) |`);
}
