import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { between } from '@adit/testing';

const SENT_AT = /"sent_at":"([^"]*)"/;
const NEWLINE = 10;

/** Payloads are cut from this text, which compresses about as well as JSON of an SDK. */
const FILLER = Buffer.from(
  Array.from({ length: 400_000 }, (_, index) => (index * 2_654_435_761).toString(36)).join(' '),
).subarray(0, 3_200_000);

const SIZES = {
  small: (random) => between(random, 100, 6_000),
  large: (random) => between(random, 280_000, 320_000),
  huge: (random) => between(random, 2_800_000, 3_100_000),
};

/**
 * A new envelope, in its wire format.
 * @param size `huge` ones are for a known outage: otherwise a tunnel keeps at most 1 MiB of an envelope to store it if
 * ingest fails
 * @param session the session of which it is an update; `undefined` for an event, which has no order
 */
export function createEnvelope({ dsn, number, size, isGzip, session, random }) {
  const id = number.toString(16).padStart(32, '0');
  const bytes = Math.floor(SIZES[size](random));
  const at = Math.floor(random() * (FILLER.length - bytes));
  const [type, payload] = session
    ? ['session', `{"sid":"${session}","seq":${number}}`]
    : ['event', `{"event_id":"${id}","message":"outage"}`];
  const sentAt = new Date().toISOString();
  // Relay's limit for an event is smaller than the largest of these.
  const plain = Buffer.concat([
    Buffer.from(`{"event_id":"${id}","sent_at":"${sentAt}","dsn":"${dsn}"}\n`),
    Buffer.from(`{"type":"${type}","length":${payload.length}}\n${payload}\n`),
    Buffer.from(`{"type":"attachment","length":${bytes},"filename":"filler"}\n`),
    FILLER.subarray(at, at + bytes),
    Buffer.from('\n'),
  ]);
  return { wire: isGzip ? gzipSync(plain, { level: 1 }) : plain, ...readEnvelope(plain) };
}

/** The facts that identify an envelope: its number, its `sent_at`, and a digest of everything else. */
export function readEnvelope(plain) {
  const newlineAt = plain.indexOf(NEWLINE);
  const line = plain.toString('utf8', 0, newlineAt);
  const digest = createHash('sha1')
    .update(line.replace(SENT_AT, ''))
    .update(plain.subarray(newlineAt))
    .digest('base64');
  return { id: JSON.parse(line).event_id, sentAt: Date.parse(SENT_AT.exec(line)?.[1]), digest };
}
