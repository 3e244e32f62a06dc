// A tunnel's behaviour in unusual cases. Each probe has a fresh process and a fresh ingest, and describes the result in
// a few words.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { request } from 'node:http';
import { createScriptedIngest } from '../../src/testing.mjs';
import { requireFreePort } from '../build.mjs';
import { browserHeaders, spawnSubject, stopTree, untilAnswering } from '../tunnel/measure.mjs';
import { DSN, INGEST_PORT, OTHER_PORT } from './setting.mjs';

const SENT = 10;
const POLL_MS = 20;
/** The time in which kept envelopes must be delivered after an outage. */
const DELIVERY_TIMEOUT_MS = 30_000;
const ARRIVAL_TIMEOUT_MS = 10_000;
/** The time between the signal and ingest's answers. */
const SIGNAL_MS = 300;
/** A result that has not arrived this long after an answer will not arrive. */
const SETTLE_MS = 300;
const ANSWER_TIMEOUT_MS = 30_000;

const eventId = (index) => index.toString(16).padStart(32, '0');
const envelope = ({ dsn = DSN, id = eventId(1), items }) =>
  Buffer.concat([Buffer.from(`${JSON.stringify({ event_id: id, dsn })}\n`), ...items]);
const item = (type, payload) =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify({ type, length: payload.length })}\n`),
    payload,
    Buffer.from('\n'),
  ]);
const event = (id) => item('event', Buffer.from(JSON.stringify({ event_id: id, message: 'a message' })));
const errorOf = (options = {}) => envelope({ ...options, items: [event(options.id ?? eventId(1))] });

/** As the SDK sends it: JSON, then the bytes of zlib. */
const RECORDING = Buffer.concat([
  Buffer.from('{"segment_id":0}\n'),
  deflateSync(Buffer.from('[{"type":4,"data":{"href":"https://shop.example/"}}]'.repeat(20))),
]);
const REPLAY = envelope({
  items: [item('replay_event', Buffer.from('{"replay_id":"1"}')), item('replay_recording', RECORDING)],
});
const SEVERAL = envelope({ items: [event(eventId(1)), item('session', Buffer.from('{"sid":"1"}'))] });

/** Resolves to the answer, or to `reset` if there is none. */
const sendTo = (url, body, headers = {}) =>
  new Promise((resolve) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        timeout: ANSWER_TIMEOUT_MS,
        headers: { ...browserHeaders(url), 'content-length': body.byteLength, ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
        response.on('error', () => resolve({ status: 'reset', headers: {} }));
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve({ status: 'reset', headers: {} }));
    sent.end(body);
  });

/** Resolves to whether the condition became true in time. */
async function until(condition, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (!condition() && Date.now() < deadline) await sleep(POLL_MS);
  return condition();
}

/** The scripted ingest on HTTPS. */
const openIngest = (port, { key, certificate }) =>
  createScriptedIngest({ port, tls: { key: readFileSync(key), cert: readFileSync(certificate) } });

/** `3 × 200, 7 × reset` */
function countStatuses(answers) {
  const counts = new Map();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}

async function probeBytes({ send, ingest }, { body, decoded, headers }) {
  ingest.received.length = 0;
  const { status } = await send(body, headers);
  await sleep(SETTLE_MS);
  const [got] = ingest.received;
  if (got === undefined) return `no, ${status}`;
  if (got.body.equals(body) && got.headers['content-encoding'] === headers?.['content-encoding'])
    return 'yes';
  return decoded && got.body.equals(decoded) && !got.headers['content-encoding']
    ? 'decoded'
    : `altered, ${status}`;
}

async function probeIntact(running) {
  const plain = errorOf();
  const gzip = await probeBytes(running, {
    body: gzipSync(plain),
    decoded: plain,
    headers: { 'content-encoding': 'gzip' },
  });
  const replay = await probeBytes(running, { body: REPLAY });
  return [gzip, replay, await probeBytes(running, { body: SEVERAL })].join('; ');
}

async function probeOutage({ send, ingest, reopen }) {
  await ingest.close();
  const ids = Array.from({ length: SENT }, (_, index) => eventId(100 + index));
  const answers = await Promise.all(ids.map((id) => send(errorOf({ id }))));
  const back = await reopen();
  const arrived = () => ids.filter((id) => back.received.some(({ body }) => body.includes(id))).length;
  await until(() => arrived() === SENT, DELIVERY_TIMEOUT_MS);
  return `${countStatuses(answers)}; ${arrived()} of ${SENT} delivered afterwards`;
}

async function probeLimit({ send, ingest }) {
  const limits = '60::organization';
  ingest.respondWith({ status: 429, headers: { 'x-sentry-rate-limits': limits, 'retry-after': '60' } });
  const { status, headers } = await send(errorOf());
  ingest.respondWith(undefined);
  const passed = headers['x-sentry-rate-limits'] === limits || headers['retry-after'] === '60';
  ingest.received.length = 0;
  await send(errorOf({ id: eventId(2) }));
  await sleep(SETTLE_MS);
  return `${status}, ${passed ? 'with' : 'without'} its headers; next ${ingest.received.length === 0 ? 'held' : 'sent'}`;
}

/** For envelopes sent one after the other. */
async function probeConnections({ send, ingest }) {
  const before = ingest.connections;
  for (let index = 0; index < SENT; index += 1) await send(errorOf({ id: eventId(index) }));
  return ingest.connections - before;
}

const STRANGERS = [
  DSN.replace('0123456789abcdef', 'fedcba9876543210'),
  DSN.replace('/4509', '/4510'),
  DSN.replace(String(INGEST_PORT), String(OTHER_PORT)),
  DSN.replace(`127.0.0.1:${INGEST_PORT}`, `localhost:${OTHER_PORT}`),
];

async function probeStrangers({ send, ingest, tls }) {
  const other = await openIngest(OTHER_PORT, tls);
  const fates = [];
  for (const dsn of STRANGERS) {
    ingest.received.length = other.received.length = 0;
    const { status } = await send(errorOf({ dsn }));
    await sleep(SETTLE_MS);
    if (other.received.length > 0) fates.push('followed');
    else fates.push(ingest.received.length > 0 ? 'passes' : String(status));
  }
  await other.close();
  return fates.join(' / ');
}

const probeStop = (signal) =>
  async function ({ send, ingest, child }) {
    let release;
    const held = new Promise((resolve) => (release = resolve));
    ingest.received.length = 0;
    ingest.respondWith(() => held);
    const answers = Array.from({ length: SENT }, (_, index) => send(errorOf({ id: eventId(index) })));
    await until(() => ingest.received.length === SENT, ARRIVAL_TIMEOUT_MS);
    child.kill(signal);
    await sleep(SIGNAL_MS);
    release();
    return countStatuses(await Promise.all(answers));
  };

const STOP = `stopped with ${SENT} under way`;

/** The label of each row, and the probe for its value. */
const PROBES = [
  { label: `TLS connections for ${SENT}`, probe: probeConnections },
  { label: 'ingest away', probe: probeOutage },
  { label: 'ingest answers 429', probe: probeLimit },
  { label: 'wrong key / project / port / host', probe: probeStrangers },
  { label: 'gzip; binary replay; several items', probe: probeIntact },
];

async function withRunning({ subject, context, probe }) {
  const { tls, tunnelUrl: url, probe: body, port } = context;
  await requireFreePort(port);
  const openings = [await openIngest(INGEST_PORT, tls)];
  const [ingest] = openings;
  const running = spawnSubject(subject.start(context));
  running.child.stdout.resume();
  try {
    await untilAnswering({ url, body, ended: running.ended });
    return await probe({
      child: running.child,
      ingest,
      tls,
      send: (bytes, headers) => sendTo(url, bytes, headers),
      reopen: async () => {
        openings.push(await openIngest(INGEST_PORT, tls));
        return openings.at(-1);
      },
    });
  } catch (error) {
    return `not measured: ${error.message}`;
  } finally {
    await stopTree(running);
    await openings.at(-1).close();
  }
}

/** The results of all probes for a subject, by the probe's label. */
export async function observe({ subject, contextOf }) {
  const ask = (probe) => withRunning({ subject, context: contextOf(), probe });
  const said = {};
  for (const { label, probe } of PROBES) said[label] = await ask(probe);
  const stops = [];
  for (const signal of subject.signals) stops.push(`${signal}: ${await ask(probeStop(signal))}`);
  return { ...said, [STOP]: stops.join('; ') };
}
