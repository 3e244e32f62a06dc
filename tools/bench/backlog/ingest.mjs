// Ingest, in a process of its own. Each message of its parent is a question or changes how it answers.
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_LIVE, numberOf } from './envelopes.mjs';
import { ANSWER_MS } from './subjects.mjs';

const [port, waiting] = process.argv.slice(2).map(Number);
/** How often it has taken each stored envelope, and the numbers of the new ones. */
const taken = new Uint8Array(waiting);
const live = new Set();
let counts;
let perSecond;
let server;

/** Counts from now on, in seconds of its own. */
function begin() {
  taken.fill(0);
  live.clear();
  counts = { at: performance.now(), stored: 0, twice: 0, seconds: [], emptyAfterMs: undefined };
}

const currentSecond = () => {
  const second = Math.floor((performance.now() - counts.at) / 1_000);
  return (counts.seconds[second] ??= { accepted: 0, refused: 0, stored: 0 });
};

function take(number) {
  const second = currentSecond();
  if (perSecond !== undefined && second.accepted === perSecond) {
    second.refused += 1;
    return false;
  }
  second.accepted += 1;
  if (number === undefined) return true;
  if (number >= FIRST_LIVE) {
    if (live.has(number)) counts.twice += 1;
    live.add(number);
    return true;
  }
  second.stored += 1;
  if (taken[number] > 0) counts.twice += 1;
  else counts.stored += 1;
  taken[number] = 1;
  if (counts.stored === waiting) counts.emptyAfterMs ??= performance.now() - counts.at;
  return true;
}

async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const isTaken = take(numberOf(Buffer.concat(chunks)));
  await sleep(ANSWER_MS);
  if (isTaken) response.end('{}');
  else response.writeHead(429, { 'retry-after': '1' }).end();
}

const TASKS = {
  up: async (limit) => {
    perSecond = limit;
    begin();
    // A connection that its client has cut has no answer.
    server = createServer((request, response) => void answer(request, response).catch(() => undefined));
    await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  },
  away: async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
  read: () => ({ ...counts, live: live.size, seconds: [...counts.seconds] }),
};

process.on('message', async ({ task, value }) => process.send((await TASKS[task](value)) ?? {}));
process.send({});
