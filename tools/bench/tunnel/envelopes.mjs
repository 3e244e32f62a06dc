// The envelopes that browsers' SDKs send, from a seeded generator: the same bytes in every run.
import { deflateSync } from 'node:zlib';
/* eslint-disable-next-line @nx/enforce-module-boundaries -- it is no package, so a path is the only way to it */
import { createRandom } from '../random.mjs';

const SDK = { name: 'sentry.javascript.nextjs', version: '11.12.0' };
const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const TRACE_ID = '771a43a4192642f0b136d5159a501700';
const SENT_AT = '2026-11-02T09:12:33.412Z';
const WORDS =
  'render commit hydrate segment router fetch retry props state effect cache button submit order basket'.split(
    ' ',
  );

/** Sizes as the SDK sends them, in bytes; the last piece of each envelope is filled up to hit them. */
export const ENVELOPE_BYTES = { error: 4_300, transaction: 12_000, replay: 300_000, attachment: 20_000_000 };

const hex = (random, length) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
const word = (random) => WORDS[Math.floor(random() * WORDS.length)];

const headerLine = (dsn) =>
  JSON.stringify({
    event_id: EVENT_ID,
    sent_at: SENT_AT,
    sdk: SDK,
    dsn,
    trace: {
      environment: 'production',
      release: 'shop@2026.11.2',
      public_key: new URL(dsn).username,
      trace_id: TRACE_ID,
      org_id: '450',
      transaction: '/orders/[id]',
      sampled: 'true',
      sample_rand: '0.482',
      sample_rate: '1',
    },
  });

const join = (...parts) =>
  Buffer.concat(parts.flatMap((part) => [typeof part === 'string' ? Buffer.from(part) : part]));

/** Adds entries to `list` of `payload` while the envelope stays within `bytes`, then pads the message to the byte. */
function fill({ dsn, itemHeader, payload, list, entry, bytes }) {
  const build = () =>
    join(headerLine(dsn), '\n', JSON.stringify(itemHeader), '\n', JSON.stringify(payload), '\n');
  for (;;) {
    list.push(entry(list.length));
    if (build().byteLength <= bytes) continue;
    list.pop();
    payload.extra = { filler: '' };
    payload.extra.filler = 'x'.repeat(Math.max(0, bytes - build().byteLength));
    return build();
  }
}

const common = (random) => ({
  event_id: EVENT_ID,
  platform: 'javascript',
  environment: 'production',
  release: 'shop@2026.11.2',
  sdk: { ...SDK, packages: [{ name: 'npm:@sentry/nextjs', version: SDK.version }] },
  request: {
    url: 'https://shop.example/orders/4711',
    headers: { Referer: 'https://shop.example/orders', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
  },
  contexts: { trace: { trace_id: TRACE_ID, span_id: hex(random, 16) }, culture: { locale: 'en-GB' } },
});

function buildError(dsn) {
  const random = createRandom(1);
  const frames = [];
  const payload = {
    ...common(random),
    timestamp: 1_793_610_753.412,
    level: 'error',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'Cannot read properties of undefined (reading "total")',
          stacktrace: { frames },
          mechanism: { type: 'auto.browser.global_handlers.onerror', handled: false },
        },
      ],
    },
  };
  const entry = (index) => ({
    filename: `https://shop.example/_next/static/chunks/${hex(random, 16)}.js`,
    function: word(random),
    in_app: true,
    lineno: 1 + index,
    colno: Math.floor(random() * 40_000),
  });
  return fill({
    dsn,
    itemHeader: { type: 'event' },
    payload,
    list: frames,
    entry,
    bytes: ENVELOPE_BYTES.error,
  });
}

function buildTransaction(dsn) {
  const random = createRandom(2);
  const spans = [];
  const payload = {
    ...common(random),
    type: 'transaction',
    transaction: '/orders/[id]',
    start_timestamp: 1_793_610_750.1,
    timestamp: 1_793_610_753.4,
    spans,
  };
  const entry = (index) => ({
    span_id: hex(random, 16),
    parent_span_id: hex(random, 16),
    trace_id: TRACE_ID,
    op: 'resource.script',
    description: `https://shop.example/_next/static/chunks/${hex(random, 16)}.js`,
    start_timestamp: 1_793_610_750 + index / 10,
    timestamp: 1_793_610_750 + index / 10 + random(),
    data: { 'http.response_transfer_size': Math.floor(random() * 90_000), 'url.same_origin': true },
  });
  return fill({
    dsn,
    itemHeader: { type: 'transaction' },
    payload,
    list: spans,
    entry,
    bytes: ENVELOPE_BYTES.transaction,
  });
}

function buildReplay(dsn) {
  const random = createRandom(3);
  const replayEvent = JSON.stringify({
    ...common(random),
    type: 'replay_event',
    replay_id: hex(random, 32),
    replay_type: 'session',
    segment_id: 0,
    urls: ['https://shop.example/orders/4711'],
  });
  // rrweb's events deflate to about an eighth; enough of them to fill the envelope.
  const events = Array.from({ length: 30_000 }, (_, index) => ({
    type: 3,
    timestamp: 1_793_610_750_000 + index * 17,
    data: { source: 1, id: Math.floor(random() * 9_000), text: `${word(random)} ${hex(random, 12)}` },
  }));
  const before = join(headerLine(dsn), '\n{"type":"replay_event"}\n', replayEvent, '\n');
  const segment = '{"segment_id":0}\n';
  const itemHeader = (length) => `${JSON.stringify({ type: 'replay_recording', length })}\n`;
  const room = ENVELOPE_BYTES.replay - before.byteLength - itemHeader(100_000).length - 1;
  const recording = join(segment, deflateSync(JSON.stringify(events)).subarray(0, room - segment.length));
  return join(before, itemHeader(recording.byteLength), recording, '\n');
}

function buildAttachment(dsn) {
  const random = createRandom(4);
  const block = Buffer.from(Uint8Array.from({ length: 65_536 }, () => Math.floor(random() * 256)));
  const itemHeader = (length) =>
    `${JSON.stringify({ type: 'attachment', length, filename: 'trace.bin', content_type: 'application/octet-stream' })}\n`;
  const before = `${headerLine(dsn)}\n`;
  const length = ENVELOPE_BYTES.attachment - before.length - itemHeader(10_000_000).length - 1;
  const payload = Buffer.alloc(length);
  for (let at = 0; at < length; at += block.byteLength) block.copy(payload, at);
  return join(before, itemHeader(length), payload, '\n');
}

const BUILDERS = {
  error: buildError,
  transaction: buildTransaction,
  replay: buildReplay,
  attachment: buildAttachment,
};

/** One envelope as bytes: `error`, `transaction`, `replay` or `attachment`, addressed to `dsn`. */
export const buildEnvelope = (kind, dsn) => BUILDERS[kind](dsn);
