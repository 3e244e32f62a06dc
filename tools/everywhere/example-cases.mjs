// What each example of a server does, seen from the outside.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

// The alarm of a Durable Object is 30 s away.
const WAIT_MS = 60_000;

export async function waitUntil(isSo) {
  const end = Date.now() + WAIT_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not so after ${WAIT_MS} ms: ${isSo}`);
    await sleep(50);
  }
}

/** An ingest that keeps what it receives. While it is away it cuts every connection. */
export async function startIngest() {
  const ingest = { received: [], isAway: false, limits: undefined };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (ingest.isAway) {
      response.destroy();
      return;
    }
    ingest.received.push({ url: request.url, headers: request.headers, text: String(Buffer.concat(chunks)) });
    if (ingest.limits) response.setHeader('x-sentry-rate-limits', ingest.limits);
    response.setHeader('content-type', 'application/json').end('{"id":"1"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ingest.origin = `http://127.0.0.1:${server.address().port}`;
  ingest.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return ingest;
}

const envelope = (message, dsn = DSN) =>
  `${JSON.stringify({ dsn })}\n{"type":"event"}\n${JSON.stringify({ message })}\n`;

const post = (origin, body) =>
  fetch(`${origin}/monitoring-tunnel`, {
    method: 'POST',
    body,
    headers: { 'cf-connecting-ip': '192.0.2.1' },
  });

const forwards = async (origin, ingest) => {
  const response = await post(origin, envelope('one'));
  assert.deepEqual([response.status, await response.json()], [200, { id: '1' }]);
  assert.deepEqual(
    [ingest.received[0]?.url, ingest.received[0]?.text],
    ['/api/4509/envelope/', envelope('one')],
  );
};

const refuses = async (origin, ingest) => {
  const before = ingest.received.length;
  const foreign = 'https://ffffffffffffffffffffffffffffffff@o451.ingest.sentry.io/1';
  assert.equal((await post(origin, envelope('two', foreign))).status, 403);
  assert.equal((await fetch(`${origin}/elsewhere`, { method: 'POST', body: 'x' })).status, 404);
  assert.equal(ingest.received.length, before);
};

const namesClient = (address) => async (origin, ingest) => {
  await post(origin, envelope('three'));
  assert.equal(ingest.received.at(-1).headers['x-forwarded-for'], address);
};

const answers502 = async (origin, ingest) => {
  ingest.isAway = true;
  assert.equal((await post(origin, envelope('four'))).status, 502);
  ingest.isAway = false;
};

/** The envelope that `answers502` lost. */
const reportsLosses = async (_origin, ingest) => {
  const isReport = ({ text }) => text.includes('"client_report"') && text.includes('"network_error"');
  await waitUntil(() => ingest.received.some(isReport));
};

const spools = async (origin, ingest) => {
  ingest.isAway = true;
  assert.equal((await post(origin, envelope('four'))).status, 200);
  ingest.isAway = false;
  await waitUntil(() => ingest.received.some(({ text }) => text.includes('four')));
};

/** The process ends while the envelope waits; nothing is posted after it has started again. */
const spoolsOverRestarts = async (origin, ingest, restart) => {
  ingest.isAway = true;
  assert.equal((await post(origin, envelope('seven'))).status, 200);
  await restart();
  ingest.isAway = false;
  await waitUntil(() => ingest.received.some(({ text }) => text.includes('seven')));
};

const remembersLimits = async (_origin, ingest, restart) => {
  const before = ingest.received.length;
  assert.equal((await post(await restart(), envelope('eight'))).status, 429);
  assert.equal(ingest.received.length, before);
};

/** What one request teaches, the next one knows. */
const obeysLimits = async (origin, ingest) => {
  ingest.limits = '60:error:organization';
  assert.equal((await post(origin, envelope('five'))).status, 200);
  const before = ingest.received.length;
  const limited = await post(origin, envelope('six'));
  assert.deepEqual([limited.status, ingest.received.length], [429, before]);
};

const OWN = {
  deno: [
    ['names its peer as the client', namesClient('127.0.0.1')],
    ['answers 502 while ingest is away', answers502],
  ],
  bun: [
    ['names its peer as the client', namesClient('127.0.0.1')],
    ['stores what comes while ingest is away, and delivers it', spools],
  ],
  'cloudflare-worker': [
    ['names the client that Cloudflare names', namesClient('192.0.2.1')],
    ['answers 502 while ingest is away', answers502],
    ['reports after its answer what is lost', reportsLosses],
  ],
  'cloudflare-durable-object': [
    ['names the client that Cloudflare names', namesClient('192.0.2.1')],
    ['stores what comes while ingest is away, and delivers it', spools],
    ['delivers what was stored before a restart, woken by its alarm', spoolsOverRestarts],
  ],
};

const LAST = {
  'cloudflare-durable-object': [['knows the limits after a restart', remembersLimits]],
};

/** The cases of an example, in order. */
export const casesOf = (example) => [
  ['forwards an envelope as it is', forwards],
  ['refuses other projects and other paths', refuses],
  ...OWN[example],
  ['obeys rate limits over requests', obeysLimits],
  ...(LAST[example] ?? []),
];
