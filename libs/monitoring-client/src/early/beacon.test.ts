import { toEnvelope } from './beacon.ts';
import type { EarlyItem } from './early-items.ts';
import { CONFIG, itemOf, linesOf } from './early.contract.ts';

const envelope = (item: EarlyItem) => linesOf(toEnvelope(item, CONFIG));

const errorItem = (error: unknown, message = 'Uncaught') =>
  itemOf({
    kind: 'error',
    data: { message, filename: 'https://shop.test/a.js', lineno: 1, colno: 2, error },
  });

describe('toEnvelope', () => {
  it('holds one event for the DSN', () => {
    const lines = envelope(errorItem(new TypeError('boom')));
    expect(lines[0]).toEqual({ dsn: CONFIG.dsn });
    expect(lines[1]).toEqual({ type: 'event' });
    expect(lines[2]).toMatchObject({
      event_id: '0123456789abcdef0123456789abcdef',
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
        }),
      ),
    );
  });

  it.each([
    ['an error of which only the message is known', errorItem(undefined, 'Uncaught'), 'Error', 'Uncaught'],
    ['something else that was thrown', errorItem('text'), 'Error', 'text'],
    [
      'a rejection with an error',
      itemOf({ kind: 'unhandledrejection', data: { reason: new RangeError('r') } }),
      'RangeError',
      'r',
    ],
    [
      'a rejection with something else',
      itemOf({ kind: 'unhandledrejection', data: { reason: 7 } }),
      'Error',
      '7',
    ],
    ['a rejection with nothing', itemOf({ kind: 'unhandledrejection', data: {} }), 'Error', ''],
    ['what the page caught', itemOf({ kind: 'caught', data: { error: new Error('c') } }), 'Error', 'c'],
  ])('names %s', (_what, item, type, value) => {
    expect(envelope(item)[2]).toMatchObject({ exception: { values: [{ type, value }] } });
  });

  it('says how it was caught', () => {
    const mechanisms = [{ error: new Error('a'), api: 'setTimeout' }, { error: new Error('b') }].map(
      (data) => {
        const [, , event] = envelope(itemOf({ kind: 'caught', data }));
        return (event as { exception: { values: { mechanism: object }[] } }).exception.values[0]?.mechanism;
      },
    );
    expect(mechanisms).toEqual([
      { type: 'auto.browser.browserapierrors.setTimeout', handled: false },
      expect.objectContaining({ handled: true }),
    ]);
  });

  it('throws for what cannot be put in words', () => {
    expect(() => toEnvelope(errorItem(Object.create(null)), CONFIG)).toThrow(TypeError);
  });

  it('leaves out what addresses hide their secrets in', () => {
    const item = { ...errorItem(new Error('x')), href: 'https://shop.test/reset?token=secret#/token' };
    expect(envelope(item)[2]).toMatchObject({ request: { url: 'https://shop.test/reset' } });
  });
});
