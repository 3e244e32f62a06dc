// Errors and spans that applications report, on either side. Each function takes the SDK; the events contain no secret.

class CartError extends Error {
  name = 'CartError';
  code = 'E_CART';
  cart = { items: 3, total: 29.97 };
}

const circular = () => {
  const object = { name: 'a circle' };
  object.self = object;
  return object;
};

const deep = (levels) => (levels === 0 ? 'the end' : { level: deep(levels - 1) });
const recurse = (levels) => (levels === 0 ? new Error('deep in the stack') : recurse(levels - 1));
const withScope = (Sentry, change, index) =>
  Sentry.withScope((scope) => {
    change(scope);
    Sentry.captureException(new Error(`with scope ${index}`));
  });

const THROWN = [
  () => new Error('an error'),
  () => new TypeError("Cannot read properties of undefined (reading 'total')"),
  () => new RangeError('Invalid array length'),
  () => new SyntaxError('Unexpected end of JSON input'),
  () => new CartError('The cart is empty'),
  () => new globalThis.DOMException('The quota has been exceeded.', 'QuotaExceededError'),
  () => new Error('outer', { cause: new Error('inner', { cause: new TypeError('innermost') }) }),
  () => new Error('with a text as its cause', { cause: 'a text' }),
  () => new AggregateError([new Error('one'), new TypeError('two')], 'both failed'),
  () => Object.assign(new Error('without a stack'), { stack: undefined }),
  () => Object.assign(new Error('with another name'), { name: 'Ünïcode Näme' }),
  () => Object.assign(new Error('with a digest'), { digest: '2338712345' }),
  () => recurse(80),
  () => new Error(''),
  () => new Error(' '),
  () => new Error('two\nlines\tand a tab'),
  () => new Error('Ärger mit Größe, 日本語, עברית, 🛒👩‍👩‍👧'),
  () => new Error('half of a pair: \ud83d'),
  () => new Error('a zero: \u0000 and \u001b[31mred\u001b[0m'),
  () => new Error('x'.repeat(20_000)),
  () => 'a text',
  () => '',
  () => 42,
  () => null,
  () => undefined,
  () => ({ status: 500, body: { reason: 'unknown' } }),
  () => ({ message: 'an object with a message', name: 'Odd' }),
  () => [1, 2, 3],
  () => new Map([['a', 1]]),
  () => 10n,
  () => circular(),
  () => () => 'a function',
];

const EXTRAS = [
  { number: Number.NaN, most: Infinity, least: -Infinity, zero: -0, big: 2 ** 60 },
  { long: 10n, symbol: Symbol('s'), run: () => 1, nothing: undefined, none: null },
  { date: new Date(0), pattern: /a/g, error: new Error('in an extra'), url: new URL('https://shop.test/a') },
  { circle: circular() },
  { deep: deep(30) },
  { list: Array.from({ length: 2_000 }, (_, index) => ({ index })) },
  { text: 'y'.repeat(50_000) },
  { 'a.b c[0]': 1, '': 2, ключ: 3, '🛒': 4, __proto__: null },
  { set: new Set([1]), bytes: new Uint8Array(8), view: new Float64Array(2) },
];

const SCOPES = [
  (scope) => scope.setTags({ plan: 'pro', empty: '', count: 3, on: true, none: undefined, list: 'a,b' }),
  (scope) => scope.setTag('a name with spaces and more than thirty-two letters', 'v'),
  (scope) => scope.setTag('long', 'z'.repeat(500)),
  (scope) => scope.setTag('lines', 'a\nb'),
  (scope) => scope.setUser({ id: 17, username: 'ann', plan: 'pro' }),
  (scope) => scope.setUser({ id: '17', email: 'ann@example.com', ip_address: '192.0.2.7' }),
  (scope) => scope.setUser({ id: null, segment: undefined }),
  (scope) => scope.setUser(null),
  (scope) => scope.setLevel('fatal'),
  (scope) => scope.setLevel('debug'),
  (scope) => scope.setFingerprint(['{{ default }}', 'checkout']),
  (scope) => scope.setTransactionName('/orders/[id]'),
  (scope) => scope.setContext('cart', { items: 3, nested: { deep: { deeper: { deepest: 1 } } } }),
  (scope) => scope.setContext('react', { componentStack: '\n    at Cart\n    at Page' }),
  (scope) => scope.setContext('device', { memory_size: 'a text where a number is due', name: 3 }),
  (scope) => scope.setContext('gone', null),
  (scope) => scope.addBreadcrumb({ message: 'clicked', category: 'ui.click', level: 'info' }),
  (scope) => scope.addBreadcrumb({ category: 'cart', data: { items: [1, { a: 1 }], total: Number.NaN } }),
  (scope) => {
    for (let index = 0; index < 150; index += 1) scope.addBreadcrumb({ message: `step ${index}` });
  },
  (scope) => scope.addEventProcessor((event) => ({ ...event, extra: { ...event.extra, processed: true } })),
];

/** One function for each report. All errors differ, because the SDK drops repeated ones. */
const faults = (Sentry) => [
  ...THROWN.map((create) => () => Sentry.captureException(create())),
  ...EXTRAS.map(
    (extra, index) => () =>
      Sentry.captureException(new Error(`with extras ${index}`), { captureContext: { extra } }),
  ),
  ...SCOPES.map((change, index) => () => withScope(Sentry, change, index)),
  ...['fatal', 'error', 'warning', 'log', 'info', 'debug'].map(
    (level) => () => Sentry.captureMessage(`a message of level ${level}`, level),
  ),
  () => Sentry.captureMessage(''),
  () => Sentry.captureFeedback({ message: 'It does not work', name: 'Ann', email: 'ann@example.com' }),
  () =>
    Sentry.captureEvent({ message: 'built by hand', level: 'info', logger: 'cart', server_name: 'web-1' }),
  () => Sentry.captureEvent({ logentry: { message: 'order %s failed', params: ['17'] } }),
  ...['GET /orders/[id]', '/cart', 'db.query', 'λ'].map(
    (name) => () =>
      Sentry.startSpan({ name, op: 'task', attributes: { count: 3, list: ['a', 'b'], on: true } }, () => {
        Sentry.startSpan({ name: `below ${name}`, op: 'db' }, (span) =>
          span.setStatus({ code: 2, message: 'internal_error' }),
        );
        Sentry.captureException(new Error(`in the span ${name}`));
      }),
  ),
];

const FLUSH_MS = 20_000;

/** Reports everything, one after the other: the SDK's transport holds at most 40 envelopes and drops others. */
export async function reportAll(Sentry) {
  for (const report of faults(Sentry)) {
    report();
    await Sentry.flush(FLUSH_MS);
  }
}
