// Envelopes as SDKs write them.
import { randomBytes, randomUUID } from 'node:crypto';
import { importFrom } from '../src/projects.mjs';

const { buildEnvelope } = await importFrom('libs/testing/dist/index.js');

const SDK = { name: 'sentry.javascript.browser', version: '11.8.0' };

const newId = () => randomBytes(16).toString('hex');
const seconds = () => Date.now() / 1_000;

/** The expected result of `describeError` for an error at the backend. */
export const ERROR = {
  title: 'CheckoutError: The basket is empty',
  release: 'shop@1.0.0',
  environment: 'staging',
  user: { id: '42', email: 'jane@example.com' },
  tags: { country: 'at' },
  breadcrumbs: ['GET /basket', 'Pay'],
  frames: ['pay checkout.js:12:7', 'total basket.js:40:3'],
};

/** The payload of an error. All of them belong to one issue. */
export const errorEvent = (id = newId()) => ({
  event_id: id,
  timestamp: seconds(),
  platform: 'javascript',
  level: 'error',
  release: ERROR.release,
  environment: ERROR.environment,
  user: ERROR.user,
  tags: ERROR.tags,
  breadcrumbs: [
    { timestamp: seconds() - 2, category: 'fetch', message: 'GET /basket' },
    { timestamp: seconds() - 1, category: 'ui.click', message: 'Pay' },
  ],
  exception: {
    values: [
      {
        type: 'CheckoutError',
        value: 'The basket is empty',
        mechanism: { type: 'auto.browser.global_handlers.onerror', handled: false },
        stacktrace: {
          frames: [
            {
              filename: 'https://shop.example/checkout.js',
              function: 'pay',
              lineno: 12,
              colno: 7,
              in_app: true,
            },
            {
              filename: 'https://shop.example/basket.js',
              function: 'total',
              lineno: 40,
              colno: 3,
              in_app: true,
            },
          ],
        },
      },
    ],
  },
  sdk: SDK,
});

const withId = (dsn, id, items) => ({
  id,
  bytes: buildEnvelope({ dsn, header: { event_id: id, sent_at: new Date().toISOString(), sdk: SDK }, items }),
});
const withoutId = (dsn, items) => ({
  bytes: buildEnvelope({ dsn, header: { sent_at: new Date().toISOString(), sdk: SDK }, items }),
});

/** An error, and its id. */
export function errorEnvelope(dsn) {
  const payload = errorEvent();
  return withId(dsn, payload.event_id, [{ type: 'event', payload }]);
}

/** An error with a file of a given size: random bytes, which do not compress, or repetitions of `fill`. */
export function attachmentEnvelope(dsn, bytes, fill) {
  const payload = errorEvent();
  const file = {
    type: 'attachment',
    payload: fill === undefined ? randomBytes(bytes) : Buffer.alloc(bytes, fill),
    header: { filename: 'log.bin' },
  };
  return withId(dsn, payload.event_id, [{ type: 'event', payload }, file]);
}

function sessionEnvelope(dsn) {
  const started = new Date().toISOString();
  const attrs = { release: ERROR.release, environment: ERROR.environment };
  const payload = {
    sid: randomUUID(),
    init: true,
    started,
    timestamp: started,
    status: 'ok',
    errors: 0,
    attrs,
  };
  return withoutId(dsn, [{ type: 'session', payload }]);
}

function transactionEnvelope(dsn) {
  const id = newId();
  const trace = { trace_id: newId(), span_id: randomBytes(8).toString('hex'), op: 'pageload' };
  const payload = {
    type: 'transaction',
    event_id: id,
    transaction: '/basket',
    start_timestamp: seconds() - 1,
    timestamp: seconds(),
    platform: 'javascript',
    release: ERROR.release,
    contexts: { trace },
    spans: [],
  };
  return withId(dsn, id, [{ type: 'transaction', payload }]);
}

function logEnvelope(dsn) {
  const log = {
    timestamp: seconds(),
    level: 'info',
    body: 'Paid',
    trace_id: newId(),
    severity_number: 9,
    attributes: {},
  };
  const header = { item_count: 1, content_type: 'application/vnd.sentry.items.log+json' };
  return withoutId(dsn, [{ type: 'log', payload: { items: [log] }, header }]);
}

function checkInEnvelope(dsn) {
  const payload = { check_in_id: newId(), monitor_slug: 'nightly', status: 'ok', duration: 3 };
  return withoutId(dsn, [{ type: 'check_in', payload }]);
}

function replayEnvelope(dsn) {
  const id = newId();
  const event = {
    type: 'replay_event',
    event_id: id,
    replay_id: id,
    segment_id: 0,
    timestamp: seconds(),
    urls: [],
  };
  const recording = Buffer.concat([Buffer.from('{"segment_id":0}\n'), randomBytes(20_000)]);
  return withId(dsn, id, [
    { type: 'replay_event', payload: event },
    { type: 'replay_recording', payload: recording },
  ]);
}

/** The builders of the kinds that a backend may store, by their column. */
export const KINDS = {
  session: sessionEnvelope,
  transaction: transactionEnvelope,
  log: logEnvelope,
  'check-in': checkInEnvelope,
  replay: replayEnvelope,
};

/** The parts of an event that are compared with `ERROR`. Times and grouping are set by the backend. */
export const describeError = ({ release, environment, user, tags, breadcrumbs, exception }) => ({
  title: exception.values.map(({ type, value }) => `${type}: ${value}`).join(),
  release,
  environment,
  user,
  tags,
  breadcrumbs: (Array.isArray(breadcrumbs) ? breadcrumbs : breadcrumbs.values).map(({ message }) => message),
  frames: exception.values[0].stacktrace.frames.map(
    ({ function: name, filename, lineno, colno }) =>
      `${name} ${filename.split('/').at(-1)}:${lineno}:${colno}`,
  ),
});
