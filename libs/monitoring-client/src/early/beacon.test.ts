import { isError, toEnvelope } from './beacon.ts';
import { CONFIG, itemOf, linesOf } from './early.contract.ts';

type EarlyError = Parameters<typeof toEnvelope>[0];

const envelope = (item: EarlyError) => linesOf(toEnvelope(item, CONFIG) ?? '');

const errorOf = (item: Parameters<typeof itemOf>[0]) => itemOf(item) as EarlyError;
const errorItem = (error: unknown, msg: unknown = 'Uncaught') =>
  errorOf({ kind: 'error', data: { msg, url: 'https://shop.test/a.js', line: 1, column: 2, error } });

describe('toEnvelope', () => {
  it('holds one event for the DSN', () => {
    const lines = envelope(errorItem(new TypeError('boom')));
    expect(lines[0]).toEqual({ dsn: CONFIG.dsn, sent_at: expect.stringMatching(/^\d{4}-.*Z$/) as string });
    expect(lines[1]).toEqual({ type: 'event' });
    expect(lines[2]).toMatchObject({
      event_id: expect.stringMatching(/^[\da-f]{32}$/) as string,
      timestamp: 1_700_000_000.123,
      platform: 'javascript',
      environment: 'test',
      release: 'shop@1',
      request: { url: 'https://shop.test/cart' },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'boom',
            mechanism: { type: 'auto.browser.global_handlers.onerror', handled: false },
          },
        ],
      },
    });
  });

  it.each([
    [
      'Chromium',
      'Error: x\n    at inner (https://shop.test/a.js:10:20)\n    at https://shop.test/b.js:3:4\n    at async run (https://shop.test/c.js:5:6)',
      [
        ['async run', 'https://shop.test/c.js', 5, 6],
        [undefined, 'https://shop.test/b.js', 3, 4],
        ['inner', 'https://shop.test/a.js', 10, 20],
      ],
    ],
    [
      'Firefox and Safari',
      'inner@https://shop.test/a.js:10:20\n@https://shop.test/b.js:3:4',
      [
        ['', 'https://shop.test/b.js', 3, 4],
        ['inner', 'https://shop.test/a.js', 10, 20],
      ],
    ],
  ])('reads the stack as %s writes it, oldest call first', (_browser, stack, frames) => {
    const [, , event] = envelope(errorItem(Object.assign(new Error('x'), { stack })));
    const [exception] = (event as { exception: { values: { stacktrace: { frames: object[] } }[] } }).exception
      .values;
    expect(exception?.stacktrace.frames).toEqual(
      frames.map(([name, filename, lineno, colno]): unknown =>
        expect.objectContaining({
          ...(name !== undefined && { function: name }),
          filename,
          lineno,
          colno,
          in_app: true,
        }),
      ),
    );
  });

  it.each([
    ['an error of which only the message is known', errorItem(undefined, 'Uncaught'), 'Error', 'Uncaught'],
    ['something else that was thrown', errorItem('text'), 'Error', 'text'],
    [
      'a rejection with an error',
      errorOf({ kind: 'unhandledrejection', data: { reason: new RangeError('r') } }),
      'RangeError',
      'r',
    ],
    [
      'a rejection with something else',
      errorOf({ kind: 'unhandledrejection', data: { reason: 7 } }),
      'UnhandledRejection',
      '7',
    ],
    ['a rejection with nothing', errorOf({ kind: 'unhandledrejection', data: {} }), 'UnhandledRejection', ''],
    ['what the page caught', errorOf({ kind: 'caught', data: { error: new Error('c') } }), 'Error', 'c'],
  ])('names %s', (_what, item, type, value) => {
    expect(envelope(item)[2]).toMatchObject({ exception: { values: [{ type, value }] } });
  });

  it('says how it was caught', () => {
    const mechanism = { type: 'auto.browser.browserapierrors.setTimeout', handled: false };
    const mechanisms = [{ error: new Error('a'), mechanism }, { error: new Error('b') }].map((data) => {
      const [, , event] = envelope(errorOf({ kind: 'caught', data }));
      return (event as { exception: { values: { mechanism: object }[] } }).exception.values[0]?.mechanism;
    });
    expect(mechanisms).toEqual([mechanism, expect.objectContaining({ handled: true })]);
  });

  it('is nothing for what cannot be put in words', () => {
    expect(toEnvelope(errorItem(Object.create(null)), CONFIG)).toBeUndefined();
  });

  it('leaves out what addresses hide their secrets in', () => {
    const item = { ...errorItem(new Error('x')), href: 'https://shop.test/reset?token=secret#/token' };
    expect(envelope(item)[2]).toMatchObject({ request: { url: 'https://shop.test/reset' } });
  });
});

describe('isError', () => {
  it.each([
    ['Script error.', undefined, false],
    ['ResizeObserver loop limit exceeded', undefined, false],
    ['ResizeObserver loop completed with undelivered notifications.', null, false],
    ['Script error in my own code', new Error('Script error'), true],
    ['Uncaught TypeError', undefined, true],
  ])('says of "%s" with %p: %p', (msg, error, expected) => {
    expect(isError(errorItem(error, msg))).toBe(expected);
  });

  it.each([
    ['a rejection', itemOf({ kind: 'unhandledrejection', data: {} }), true],
    ['what was caught', itemOf({ kind: 'caught', data: { error: 1 } }), true],
    ['the console', itemOf({ kind: 'console', data: { args: ['x'], level: 'error' } }), false],
    ['a navigation', itemOf({ kind: 'navigation', data: { href: '/', type: 'push' } }), false],
  ])('says of %s: %p', (_what, item, expected) => {
    expect(isError(item)).toBe(expected);
  });
});
