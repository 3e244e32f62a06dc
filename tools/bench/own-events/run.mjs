import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/*
 * The cost of an error for the server that captures it: processor time of the process, with the SDK's own transport and with the
 * tunnel of the process, in turn. `node tools/bench/own-events/run.mjs [--rounds 7] [--errors 2000]`. Ingest is in this
 * process, so its time does not count. The packages have to be built.
 */

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, errors: { type: 'string', default: '2000' } },
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

/** Returns the processor time of an error, in microseconds. */
async function measure(way) {
  received = 0;
  const child = fork(SERVER, [way, String(ingest.address().port), values.errors]);
  const [[micros]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  if (received < Number(values.errors)) throw new Error(`${way}: ingest got ${received} envelopes.`);
  return micros;
}

const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const results = new Map(WAYS.map((way) => [way, []]));
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const way of WAYS) results.get(way).push(await measure(way));
ingest.close();

const base = median(results.get('direct'));
console.log('| way | µs for an error, median (lowest to highest) | to direct |\n| --- | ---: | ---: |');
for (const [way, all] of results) {
  const [low, high] = [Math.min(...all), Math.max(...all)];
  console.log(`| ${way} | ${median(all)} (${low} to ${high}) | ${(median(all) / base).toFixed(2)} |`);
}
