// The behaviour of each server example, as seen from outside.
import assert from 'node:assert/strict';

export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

// The alarm of a Durable Object is 30 s away.
const WAIT_MS = 60_000;

/** The id in the default answer of the scripted ingest. */
const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';

/** An ingest that closes every connection. */
const AWAY = { destroy: true };

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
  assert.deepEqual([response.status, await response.json()], [200, { id: EVENT_ID }]);
  assert.deepEqual(
    [ingest.taken[0]?.url, String(ingest.taken[0]?.body)],
    ['/api/4509/envelope/', envelope('one')],
  );
};

const refuses = async (origin, ingest) => {
  const before = ingest.taken.length;
  const foreign = 'https://ffffffffffffffffffffffffffffffff@o451.ingest.sentry.io/1';
  assert.equal((await post(origin, envelope('two', foreign))).status, 403);
  assert.equal((await fetch(`${origin}/elsewhere`, { method: 'POST', body: 'x' })).status, 404);
  assert.equal(ingest.taken.length, before);
};

const namesClient = (address) => async (origin, ingest) => {
  await post(origin, envelope('three'));
  assert.equal(ingest.taken.at(-1).headers['x-forwarded-for'], address);
};

const answers502 = async (origin, ingest) => {
  ingest.respondWith(AWAY);
  assert.equal((await post(origin, envelope('four'))).status, 502);
  ingest.respondWith(undefined);
};

/** The envelope that `answers502` lost is reported. */
const reportsLosses = async (_origin, ingest) => {
  const isReport = ({ body }) => body.includes('"client_report"') && body.includes('"network_error"');
  await ingest.waitForTaken(isReport, { timeoutMs: WAIT_MS });
};

const spools = async (origin, ingest) => {
  ingest.respondWith(AWAY);
  assert.equal((await post(origin, envelope('four'))).status, 200);
  ingest.respondWith(undefined);
  await ingest.waitForTaken(({ body }) => body.includes('four'), { timeoutMs: WAIT_MS });
};

/** The process ends while the envelope waits; nothing is posted after the restart. */
const spoolsOverRestarts = async (origin, ingest, restart) => {
  ingest.respondWith(AWAY);
  assert.equal((await post(origin, envelope('seven'))).status, 200);
  await restart();
  ingest.respondWith(undefined);
  await ingest.waitForTaken(({ body }) => body.includes('seven'), { timeoutMs: WAIT_MS });
};

const remembersLimits = async (_origin, ingest, restart) => {
  const before = ingest.taken.length;
  assert.equal((await post(await restart(), envelope('eight'))).status, 429);
  assert.equal(ingest.taken.length, before);
};

/** A limit learned from one request applies to the next. */
const obeysLimits = async (origin, ingest) => {
  ingest.respondWith({ headers: { 'x-sentry-rate-limits': '60:error:organization' } });
  assert.equal((await post(origin, envelope('five'))).status, 200);
  const before = ingest.taken.length;
  const limited = await post(origin, envelope('six'));
  assert.deepEqual([limited.status, ingest.taken.length], [429, before]);
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
