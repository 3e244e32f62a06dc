// Events as the SDK sends them, each with a text in one place.

let count = 0;

/** An error's event with `parts` in it. */
export function errorEvent(parts = {}) {
  count += 1;
  return {
    event_id: count.toString(16).padStart(32, 'e'),
    timestamp: 1_790_000_000 + count,
    platform: 'javascript',
    level: 'error',
    environment: 'production',
    release: 'shop@1',
    sdk: { name: 'sentry.javascript.browser', version: '11.8.0' },
    exception: { values: [{ type: 'Error', value: 'The order failed', stacktrace: { frames: [frame()] } }] },
    contexts: { trace: { trace_id: 'd4cda95b652f4a1592b449d5929fda1b', span_id: '6e0c63257de34c92' } },
    ...parts,
  };
}

const frame = (parts = {}) => ({
  filename: 'app:///order.js',
  function: 'placeOrder',
  in_app: true,
  lineno: 12,
  colno: 7,
  ...parts,
});

const crumb = (parts) =>
  errorEvent({ breadcrumbs: [{ timestamp: 1_790_000_000, type: 'default', level: 'info', ...parts }] });

/** The places where a text can occur. Each takes the text, and the name of the value if it has one. */
export const PLACES = {
  error: (text) => errorEvent({ exception: { values: [{ type: 'Error', value: text }] } }),
  message: (text) => errorEvent({ exception: undefined, message: text }),
  console: (text) =>
    crumb({ category: 'console', message: text, data: { arguments: [text], logger: 'console' } }),
  fetch: (url) => crumb({ category: 'fetch', type: 'http', data: { method: 'GET', url, status_code: 500 } }),
  navigation: (url) => crumb({ category: 'navigation', data: { from: '/cart', to: url } }),
  /** A server's SDK sends an address and its query separately. */
  request: (url) => errorEvent({ request: { method: 'GET', url, query_string: url.split(/[?#]/)[1] } }),
  page: (url) => errorEvent({ request: { url, headers: { 'User-Agent': 'Mozilla/5.0' } } }),
  referer: (url) => errorEvent({ request: { url: 'https://shop.test/', headers: { Referer: url } } }),
  header: (text, name) => errorEvent({ request: { url: 'https://shop.test/', headers: { [name]: text } } }),
  cookie: (text, name) => errorEvent({ request: { url: 'https://shop.test/', cookies: { [name]: text } } }),
  body: (data) => errorEvent({ request: { method: 'POST', url: 'https://shop.test/login', data } }),
  environment: (text, name) => errorEvent({ request: { url: 'https://shop.test/', env: { [name]: text } } }),
  extra: (text, name = 'note') => errorEvent({ extra: { [name]: text, page: 2 } }),
  nested: (text, name) => errorEvent({ extra: { form: { fields: [{ [name]: text }] } } }),
  context: (text, name = 'note') => errorEvent({ contexts: { checkout: { [name]: text, step: 2 } } }),
  tag: (text, name = 'note') => errorEvent({ tags: { [name]: text, plan: 'pro' } }),
  variable: (text, name) =>
    errorEvent({
      platform: 'node',
      exception: {
        values: [{ type: 'Error', value: 'no', stacktrace: { frames: [frame({ vars: { [name]: text } })] } }],
      },
    }),
  source: (text) =>
    errorEvent({
      exception: {
        values: [{ type: 'Error', value: 'no', stacktrace: { frames: [frame({ context_line: text })] } }],
      },
    }),
  transaction: (text) => errorEvent({ transaction: text }),
  span: (url) => spanEvent({ op: 'http.client', description: `GET ${url}`, data: { 'http.url': url } }),
  attribute: (text, name) =>
    spanEvent({ op: 'http.server', description: 'GET /', data: { [`http.request.header.${name}`]: text } }),
};

const spanEvent = (span) =>
  errorEvent({
    exception: undefined,
    level: undefined,
    type: 'transaction',
    transaction: 'GET /orders/[id]',
    start_timestamp: 1_790_000_000,
    timestamp: 1_790_000_001,
    contexts: {
      trace: { trace_id: 'd4cda95b652f4a1592b449d5929fda1b', span_id: '6e0c63257de34c92', op: 'http.server' },
    },
    spans: [
      {
        span_id: '7e0c63257de34c93',
        parent_span_id: '6e0c63257de34c92',
        trace_id: 'd4cda95b652f4a1592b449d5929fda1b',
        start_timestamp: 1_790_000_000.1,
        timestamp: 1_790_000_000.9,
        ...span,
      },
    ],
  });
