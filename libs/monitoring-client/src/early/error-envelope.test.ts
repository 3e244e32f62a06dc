import { createTransport, type Exception } from '@sentry/core';
import * as Sentry from '@sentry/browser';
import { toErrorEnvelope } from './error-envelope.ts';
import type { EarlyItem } from './early-items.ts';
import { captured, CONFIG, linesOf, rejected, thrown, uncaught } from '../../testing/early.helper.ts';

const NO_LIMIT = 4_096;

const envelope = (item: EarlyItem, limit = NO_LIMIT) => linesOf(toErrorEnvelope(item, CONFIG, limit));
const exceptionsOf = (item: EarlyItem, limit = NO_LIMIT): Exception[] =>
  (envelope(item, limit)[2] as { exception: { values: Exception[] } }).exception.values;

describe('toErrorEnvelope', () => {
  it('holds one event for the DSN', () => {
    const lines = envelope(uncaught(new TypeError('boom')));
    expect(lines[0]).toEqual({ dsn: CONFIG.dsn });
    expect(lines[1]).toEqual({ type: 'event' });
    expect(lines[2]).toMatchObject({
      event_id: '0123456789abcdef0123456789abcdef',
      timestamp: 1_700_000_000.123,
      platform: 'javascript',
      environment: 'test',
      release: 'shop@1',
      request: { url: 'https://shop.test/cart' },
      exception: { values: [{ type: 'TypeError', value: 'boom' }] },
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
    [
      'Chromium of an inline script, without the query of the page',
      'Error: x\n    at https://shop.test/reset?token=secret:7:8',
      [[undefined, 'https://shop.test/reset', 7, 8]],
    ],
  ])('reads the stack as %s writes it, oldest call first', (_browser, stack, frames) => {
    const [exception] = exceptionsOf(uncaught(Object.assign(new Error('x'), { stack })));
    expect(exception?.stacktrace?.frames).toEqual(
      frames.map(([name, filename, lineno, colno]) => ({
        ...(name !== undefined && { function: name }),
        filename,
        lineno,
        colno,
      })),
    );
  });

  it.each([
    ['an error of which only the message is known', uncaught(undefined, 'Uncaught'), 'Error', 'Uncaught'],
    ['something else that was thrown', uncaught('text'), 'Error', 'text'],
    ['a rejection with an error', rejected(new RangeError('r')), 'RangeError', 'r'],
    ['a rejection with something else', rejected(7), 'Error', '7'],
    ['a rejection with nothing', rejected(), 'Error', 'undefined'],
    ['what the page caught', captured(new Error('c')), 'Error', 'c'],
    [
      'an error whose name is none',
      uncaught(Object.assign(new Error('n'), { name: {} })),
      '[object Object]',
      'n',
    ],
  ])('names %s', (_what, item, type, value) => {
    expect(exceptionsOf(item)).toMatchObject([{ type, value }]);
  });

  it('has what the page said of it, without extra', () => {
    const item = captured(new Error('c'));
    const context = { tags: { screen: 'checkout' }, level: 'warning', fingerprint: ['pay'] };
    Object.assign(item.data, {
      context: { ...context, extra: { password: 'hunter2' }, user: { email: 'a@b.example' } },
    });
    const [, , event] = toErrorEnvelope(item, CONFIG, 4_096).split('\n');
    expect(JSON.parse(event!)).toMatchObject(context);
    expect(event).not.toMatch(/hunter2|b\.example/);
  });

  it('gives a text the page handed in the stack of the caller', () => {
    const stack =
      'Error\n    at captureError (https://shop.test/a.js:1:2)\n    at pay (https://shop.test/b.js:3:4)';
    const item = captured('text');
    Object.assign((item.data as { place: Error }).place, { stack });
    expect(exceptionsOf(item)[0]?.stacktrace?.frames).toEqual([
      { function: 'pay', filename: 'https://shop.test/b.js', lineno: 3, colno: 4 },
    ]);
  });

  describe('beside the SDK’s own event for the same', () => {
    let received: Exception[] = [];
    // Jest fails a test for an uncaught error of the page unless the page listens itself.
    window.addEventListener('error', () => undefined);
    beforeAll(() => {
      Sentry.init({
        ...CONFIG,
        transport: (options) => createTransport(options, () => Promise.resolve({ statusCode: 200 })),
        beforeSend: (event) => {
          received = event.exception?.values ?? [];
          return null;
        },
      });
    });
    afterAll(() => Sentry.close());

    const nested = (): Error =>
      new Error('outer', { cause: new Error('inner', { cause: new TypeError('root') }) });
    const grouped = (): Error =>
      new AggregateError([new Error('one', { cause: new Error('of one') }), new Error('two')], 'group');
    const endless = (): Error => {
      const error = new Error('circle');
      return Object.assign(error, { cause: error });
    };
    const deep = (): Error =>
      Array.from({ length: 9 }).reduce<Error>(
        (cause, _, index) => new Error(`${index}`, { cause }),
        new Error('x'),
      );

    /** Without the fields that only the SDK knows, and without the id of a single error. */
    const comparable = (values: readonly Exception[]): unknown =>
      values.map(({ type, value, mechanism }) => {
        const id = values.length > 1 ? mechanism?.exception_id : undefined;
        return {
          type,
          value,
          mechanism: { ...mechanism, synthetic: undefined, data: undefined, exception_id: id },
        };
      });
    const reported = async (report: () => unknown): Promise<unknown> => {
      received = [];
      report();
      await Sentry.flush();
      return comparable(received);
    };

    it.each([
      ['an error', () => new TypeError('boom')],
      ['a chain of causes', nested],
      ['a group', grouped],
      ['a circle of causes', endless],
      ['a chain that is too long', deep],
      ['a DOMException', () => new DOMException('d', 'DataError')],
      ['a text', () => 'text'],
      ['a number', () => 42],
    ])('says the same of %s', async (_what, make) => {
      expect(comparable(exceptionsOf(captured(make())))).toEqual(
        await reported(() => Sentry.captureException(make())),
      );
      expect(comparable(exceptionsOf(uncaught(make())))).toEqual(
        await reported(() => window.onerror?.('', '', 0, 0, make() as Error)),
      );
    });

    it.each([
      [
        'a rejection',
        rejected(new Error('r')),
        () => {
          window.onunhandledrejection?.({ reason: new Error('r') } as PromiseRejectionEvent);
        },
      ],
      [
        'a rejection with a chain',
        rejected(nested()),
        () => {
          window.onunhandledrejection?.({ reason: nested() } as PromiseRejectionEvent);
        },
      ],
      [
        'a listener',
        thrown(new Error('l'), 'addEventListener'),
        () => {
          const target = new EventTarget();
          target.addEventListener('x', () => {
            throw new Error('l');
          });
          target.dispatchEvent(new Event('x'));
        },
      ],
    ])('says the same of what %s brought', async (_what, item, report) => {
      expect(comparable(exceptionsOf(item))).toEqual(await reported(report));
    });
  });

  it('throws for what cannot be put in words', () => {
    expect(() => toErrorEnvelope(uncaught(Object.create(null)), CONFIG, NO_LIMIT)).toThrow(TypeError);
  });

  it('leaves out what addresses hide their secrets in', () => {
    const item = uncaught(new Error('https://shop.test/pay?card=1'));
    const url = 'https://shop.test/reset?token=secret#/token';
    expect(envelope({ ...item, event: { ...item.event, request: { url } } })[2]).toMatchObject({
      request: { url: 'https://shop.test/reset' },
      exception: { values: [{ value: 'https://shop.test/pay' }] },
    });
  });

  describe('of an error that is too large', () => {
    const large = (): EarlyItem => {
      const frames = Array.from(
        { length: 50 },
        (_, index) => `    at call${index} (https://shop.test/${'a'.repeat(90)}.js:1:2)`,
      );
      const text = `long ${'\ud83d\ude00'.repeat(500_000)}`;
      const make = (cause?: unknown): Error =>
        Object.assign(new Error(text, { cause }), { stack: [`Error: ${text}`, ...frames].join('\n') });
      return uncaught(make(make(make(make(make(make()))))));
    };

    it.each([
      [1_024, 32 * 1_024],
      [256, 12 * 1_024],
      [64, 4 * 1_024],
    ])('keeps a part: with %i characters less than %i bytes', (limit, bytes) => {
      const body = toErrorEnvelope(large(), CONFIG, limit);
      expect(new Blob([body]).size).toBeLessThan(bytes);
      const [first] = exceptionsOf(large(), limit).slice(-1);
      expect(first?.value).toMatch(/^long .*\.\.\.$/su);
      expect(first?.stacktrace?.frames?.at(-1)?.function).toBe('call0');
    });

    it('is JSON that other languages read: no character is cut in half', () => {
      const item = large();
      for (const limit of [64, 65]) expect(toErrorEnvelope(item, CONFIG, limit)).not.toMatch(/\\ud[89a-f]/);
      expect(exceptionsOf(uncaught(new Error('half \ud83d and text \\ud83d')))[0]?.value).toBe(
        'half \ufffd and text \\ufffd',
      );
    });
  });

  it.each(['\n', ' ', '    at ', '@', ' (', 'a:1', '://'])(
    'ends soon for a stack of a megabyte of %j',
    (part) => {
      const stack = part.repeat(1_000_000 / part.length);
      expect(exceptionsOf(uncaught(Object.assign(new Error('x'), { stack })))).toHaveLength(1);
    },
  );
});
