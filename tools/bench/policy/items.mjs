// The items that are sent: as large as real ones. As in real ones, most texts repeat from one to the next, and ids, times, numbers in
// addresses and user agents do not.
import { randomBytes, randomInt } from 'node:crypto';

const hex = (bytes) => randomBytes(bytes).toString('hex');
const product = () => randomInt(1, 100_000);

const AGENTS = Array.from(
  { length: 50 },
  (_, index) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + index}.0.0.0 Safari/537.36`,
);

/** The user agent of a visitor. */
export const agent = () => AGENTS[randomInt(AGENTS.length)];

const RELEASE = hex(20);
const CHUNKS = Array.from({ length: 12 }, () => `app:///_next/static/chunks/${hex(6)}.js`);

const common = () => ({
  event_id: hex(16),
  timestamp: 1_760_000_000 + randomInt(1_000_000) / 10,
  platform: 'javascript',
  environment: 'production',
  release: RELEASE,
  request: {
    url: `https://shop.example/products/${product()}?ref=mail`,
    headers: { Referer: 'https://www.google.com/', 'User-Agent': agent() },
  },
  contexts: {
    trace: { trace_id: hex(16), span_id: hex(8) },
    culture: { locale: 'en', timezone: 'Europe/Berlin' },
  },
  sdk: {
    name: 'sentry.javascript.nextjs',
    version: '11.8.0',
    packages: [{ name: 'npm:@sentry/nextjs', version: '11.8.0' }],
    integrations: ['FunctionToString', 'BrowserApiErrors', 'Breadcrumbs', 'GlobalHandlers', 'HttpContext'],
  },
});

const frames = () =>
  CHUNKS.map((filename, index) => ({
    filename,
    function: `render${index}`,
    in_app: true,
    lineno: 1,
    colno: 1_000 + index,
  }));

const breadcrumbs = () =>
  Array.from({ length: 14 }, (_, index) =>
    index % 2 === 0
      ? {
          timestamp: 1_760_000_000 + index,
          type: 'http',
          category: 'fetch',
          data: { method: 'GET', url: `/api/products/${product()}?page=2`, status_code: 200 },
        }
      : {
          timestamp: 1_760_000_000 + index,
          category: 'ui.click',
          message: 'main > section.offers > button.primary[type="submit"]',
        },
  );

/** An error of about 4.3 KB. */
export const error = (value = "Cannot read properties of undefined (reading 'price')") => ({
  ...common(),
  level: 'error',
  exception: {
    values: [
      {
        type: 'TypeError',
        value,
        stacktrace: { frames: frames() },
        mechanism: { type: 'generic', handled: false },
      },
    ],
  },
  breadcrumbs: breadcrumbs(),
});

/** A transaction of about 12 KB. */
export function transaction() {
  const event = common();
  const { trace } = event.contexts;
  return {
    ...event,
    type: 'transaction',
    transaction: '/products/:id',
    start_timestamp: 1_760_000_000,
    contexts: {
      ...event.contexts,
      trace: { ...trace, op: 'pageload', data: { 'sentry.op': 'pageload' } },
    },
    spans: Array.from({ length: 26 }, (_, index) => ({
      span_id: hex(8),
      trace_id: trace.trace_id,
      parent_span_id: trace.span_id,
      op: 'resource.script',
      description: `https://shop.example/_next/static/chunks/${index}.js`,
      start_timestamp: 1_760_000_000,
      timestamp: 1_760_000_001,
      origin: 'auto.resource.browser.metrics',
      data: {
        'http.response_content_length': 1_000 + index,
        'url.same_origin': true,
        'sentry.op': 'resource.script',
      },
    })),
  };
}

/** The event that is sent with each recording. */
export const replayEvent = () => ({
  type: 'replay_event',
  replay_id: hex(16),
  segment_id: 1,
  urls: [`https://shop.example/products/${product()}`],
});

/** A recording of 40 KB, compressed as the SDK does. */
export const recording = () => RECORDING;
const RECORDING = randomBytes(40_000);

/** The bytes of an envelope with these items. */
export function envelopeOf(dsn, items) {
  const header = {
    event_id: hex(16),
    dsn,
    sent_at: '2026-01-01T00:00:00.000Z',
    trace: { trace_id: hex(16), transaction: '/products/:id', environment: 'production' },
  };
  const parts = items.flatMap(([type, payload]) => {
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload));
    return [Buffer.from(`${JSON.stringify({ type, length: bytes.length })}\n`), bytes, Buffer.from('\n')];
  });
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts]);
}
