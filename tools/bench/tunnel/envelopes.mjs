// The envelopes that browsers' SDKs send, from a seeded generator: the same bytes in every run.
import { createRandom } from '../../src/random.mjs';

const SDK = { name: 'sentry.javascript.nextjs', version: '11.12.0' };
const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const TRACE_ID = '771a43a4192642f0b136d5159a501700';
const SENT_AT = '2026-11-02T09:12:33.412Z';
const WORDS =
  'render commit hydrate segment router fetch retry props state effect cache button submit order basket'.split(
    ' ',
  );

/** In bytes. */
const ENVELOPE_BYTES = { error: 4_300, 'error-200k': 200_000, attachment: 20_000_000 };

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

/** Adds frames while the envelope is within its size, then a filler up to the exact byte. */
function buildError(dsn, bytes = ENVELOPE_BYTES.error) {
  const random = createRandom(1);
  const frames = [];
  const payload = {
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
  const build = () => Buffer.from(`${headerLine(dsn)}\n{"type":"event"}\n${JSON.stringify(payload)}\n`);
  while (build().byteLength <= ENVELOPE_BYTES.error)
    frames.push({
      filename: `https://shop.example/_next/static/chunks/${hex(random, 16)}.js`,
      function: word(random),
      in_app: true,
      lineno: 1 + frames.length,
      colno: Math.floor(random() * 40_000),
    });
  frames.pop();
  payload.extra = { filler: '' };
  payload.extra.filler = 'x'.repeat(Math.max(0, bytes - build().byteLength));
  return build();
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
  return Buffer.concat([Buffer.from(`${before}${itemHeader(length)}`), payload, Buffer.from('\n')]);
}

const BUILDERS = {
  error: buildError,
  'error-200k': (dsn) => buildError(dsn, ENVELOPE_BYTES['error-200k']),
  attachment: buildAttachment,
};

/** One envelope as bytes: `error`, `error-200k` or `attachment`, addressed to `dsn`. */
export const buildEnvelope = (kind, dsn) => BUILDERS[kind](dsn);
