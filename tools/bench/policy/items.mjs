// The items that are sent: as large as real ones, with ids that differ from run to run.
import { randomBytes } from 'node:crypto';

const hex = (bytes) => randomBytes(bytes).toString('hex');

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const trace = { trace_id: hex(16), span_id: hex(8) };

const common = {
  event_id: hex(16),
  timestamp: 1_760_000_000.1,
  platform: 'javascript',
  environment: 'production',
  release: hex(20),
  request: {
    url: 'https://shop.example/products/42?ref=mail',
    headers: { Referer: 'https://www.google.com/', 'User-Agent': AGENT },
  },
  contexts: { trace, culture: { locale: 'en', timezone: 'Europe/Berlin' } },
  sdk: {
    name: 'sentry.javascript.nextjs',
    version: '11.8.0',
    packages: [{ name: 'npm:@sentry/nextjs', version: '11.8.0' }],
    integrations: ['FunctionToString', 'BrowserApiErrors', 'Breadcrumbs', 'GlobalHandlers', 'HttpContext'],
  },
};

const frames = Array.from({ length: 12 }, (_, index) => ({
  filename: `app:///_next/static/chunks/${hex(6)}.js`,
  function: `render${index}`,
  in_app: true,
  lineno: 1,
  colno: 1_000 + index,
}));

const breadcrumbs = Array.from({ length: 14 }, (_, index) =>
  index % 2 === 0
    ? {
        timestamp: 1_760_000_000 + index,
        type: 'http',
        category: 'fetch',
        data: { method: 'GET', url: `/api/products/${index}?page=2`, status_code: 200 },
      }
    : {
        timestamp: 1_760_000_000 + index,
        category: 'ui.click',
        message: 'main > section.offers > button.primary[type="submit"]',
      },
);

/** An error of about 4.3 KB. */
export const error = (value = "Cannot read properties of undefined (reading 'price')") => ({
  ...common,
  level: 'error',
  exception: {
    values: [
      { type: 'TypeError', value, stacktrace: { frames }, mechanism: { type: 'generic', handled: false } },
    ],
  },
  breadcrumbs,
});

/** A transaction of about 12 KB. */
export const transaction = () => ({
  ...common,
  type: 'transaction',
  transaction: '/products/:id',
  start_timestamp: 1_760_000_000,
  contexts: { ...common.contexts, trace: { ...trace, op: 'pageload', data: { 'sentry.op': 'pageload' } } },
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
});

/** A recording of 40 KB, compressed as the SDK does, with the event before it. */
export const recording = () => [
  [
    'replay_event',
    { type: 'replay_event', replay_id: hex(16), segment_id: 1, urls: ['https://shop.example/'] },
  ],
  ['replay_recording', randomBytes(40_000)],
];

/** The bytes of an envelope with these items. */
export function envelopeOf(dsn, items) {
  const header = {
    event_id: common.event_id,
    dsn,
    sent_at: '2026-01-01T00:00:00.000Z',
    trace: { trace_id: trace.trace_id, transaction: '/products/:id', environment: 'production' },
  };
  const parts = items.flatMap(([type, payload]) => {
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload));
    return [Buffer.from(`${JSON.stringify({ type, length: bytes.length })}\n`), bytes, Buffer.from('\n')];
  });
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts]);
}

export { AGENT };
