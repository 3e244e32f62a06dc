import type { Event, StackFrame } from '@sentry/core';
import { REAL_ERRORS } from '../../testing/real-errors.helper.ts';
import { fingerprintOf, titleOf } from './fingerprint.ts';

const FRAMES: readonly StackFrame[] = [
  { function: 'main', filename: 'https://shop.test/_next/static/chunks/app-1f2e.js', lineno: 1, colno: 7 },
  { function: 'render', filename: 'https://shop.test/_next/static/chunks/main-C_q-9aXZ.js?v=1', lineno: 2 },
  { function: 'renderTotal', filename: 'https://shop.test/checkout-9a7c12ef.js', lineno: 3, colno: 20_411 },
];

function eventOf(value: string, frames: readonly StackFrame[] = FRAMES, type = 'Error'): Event {
  return { exception: { values: [{ type, value, stacktrace: { frames: [...frames] } }] } };
}

const MESSAGE = 'Order 17 of a@shop.test failed: https://api.shop.test:8080/orders/17?retry=2';
const of = (event: Event): string => fingerprintOf(event);

describe('the fingerprint of an error', () => {
  it('is a short text of letters and digits', () => {
    expect(of(eventOf(MESSAGE))).toMatch(/^[a-z\d]{8,14}$/);
  });

  it.each<readonly [string, Event]>([
    ['values', eventOf('Order 99 of b@other.test failed: http://localhost:3000/orders/3')],
    [
      'lines',
      eventOf(
        MESSAGE,
        FRAMES.map((frame) => ({ ...frame, lineno: 99, colno: 99 })),
      ),
    ],
    [
      'hashes of bundles and the origin',
      eventOf(MESSAGE, [
        { function: 'main', filename: 'https://cdn.test/_next/static/chunks/app-77aa.js' },
        { function: 'render', filename: 'https://cdn.test/_next/static/chunks/main-Bx77qWe_.js?v=2' },
        { function: 'renderTotal', filename: 'https://cdn.test/checkout-00c0ffee12.js' },
      ]),
    ],
    [
      'frames of libraries',
      eventOf(MESSAGE, [
        ...FRAMES,
        { function: 'commit', filename: '/app/node_modules/react-dom/index.js', in_app: true },
        { function: 'emit', filename: 'node:events' },
        { function: 'send', filename: '/srv/agent.js', in_app: false },
      ]),
    ],
    [
      'errors that it caused',
      {
        exception: {
          values: [{ type: 'Cause', value: 'first' }, ...(eventOf(MESSAGE).exception?.values ?? [])],
        },
      },
    ],
  ])('is the same with other %s', (_what, event) => {
    expect(of(event)).toBe(of(eventOf(MESSAGE)));
  });

  it.each<readonly [string, Event]>([
    ['type', eventOf(MESSAGE, FRAMES, 'TypeError')],
    ['message', eventOf('Payment 17 of a@shop.test failed')],
    ['function', eventOf(MESSAGE, [...FRAMES, { function: 'pay', filename: FRAMES[2]?.filename }])],
    ['file', eventOf(MESSAGE, [...FRAMES.slice(0, 2), { ...FRAMES[2], filename: '/cart-9a7c12ef.js' }])],
    ['kind of event', { message: MESSAGE }],
    ['group of its own', { ...eventOf(MESSAGE), fingerprint: ['payments'] }],
  ])('is another one with another %s', (_what, event) => {
    expect(of(event)).not.toBe(of(eventOf(MESSAGE)));
  });

  it('reads five frames, and a function that calls itself once', () => {
    const calls = (depth: number): StackFrame[] =>
      Array.from({ length: depth }, () => ({ function: 'loop', filename: '/app/loop.js' }));
    const deep = (name: string): StackFrame[] => [
      { function: name, filename: '/app/a.js' },
      ...['a', 'b', 'c', 'd', 'e'].map((called) => ({ function: called, filename: '/app/a.js' })),
    ];

    expect(of(eventOf('x', calls(5)))).toBe(of(eventOf('x', calls(4))));
    expect(of(eventOf('x', deep('one')))).toBe(of(eventOf('x', deep('two'))));
  });

  it('has all frames if none is the application’s own', () => {
    const library = (name: string): StackFrame[] => [{ function: name, filename: 'node:net', in_app: false }];

    expect(of(eventOf('x', library('connect')))).not.toBe(of(eventOf('x', library('close'))));
  });

  it('ignores numbers in names of functions', () => {
    const named = (name: string): Event => eventOf('x', [{ function: name, filename: '/a.js' }]);

    expect(of(named('Module.4321'))).toBe(of(named('Module.77')));
  });

  it('is that of the event if it has one', () => {
    const grouped = (fingerprint: string[], value = 'x'): string => of({ ...eventOf(value), fingerprint });

    expect(grouped(['a', 'b'])).toBe(grouped(['a', 'b'], 'y'));
    expect(grouped(['a', 'b'])).not.toBe(grouped(['a', 'c']));
    expect(grouped(['{{ default }}', 'a'])).not.toBe(grouped(['{{ default }}', 'a'], 'y'));
    expect(grouped(['{{ default }}', 'a'])).not.toBe(grouped(['{{default}}', 'b']));
    expect(grouped(['{{ default }}', '{{ default }}'])).not.toBe(grouped(['{{ default }}']));
    expect(grouped([])).toBe(of(eventOf('x')));
  });

  it.each<readonly [string, unknown]>([
    ['nothing', {}],
    ['no event', null],
    ['a number', 7],
    ['values that are no list', { exception: { values: 'x' } }],
    ['frames that are no list', { exception: { values: [{ stacktrace: { frames: 7 } }] } }],
    ['frames that are none', { exception: { values: [{ stacktrace: { frames: [null, 7, 'x'] } }] } }],
    ['a message that is none', { message: { a: 1 } }],
    ['a part that is no text', { fingerprint: [Object.create(null)] }],
  ])('exists for %s', (_what, event) => {
    expect(of(event as Event)).toMatch(/^[a-z\d]{8,14}$/);
    expect(typeof titleOf(event as Event)).toBe('string');
  });
});

describe('the title of an error', () => {
  it('has the type and the message, without values', () => {
    expect(titleOf(eventOf(MESSAGE))).toBe('Error: Order # of <email> failed: <url>');
    expect(titleOf(eventOf('', FRAMES, 'AbortError'))).toBe('AbortError');
    expect(titleOf({ message: 'Stock of 7 is empty' })).toBe('Stock of # is empty');
    expect(titleOf({ logentry: { message: 'Stock of %s is empty' }, message: 'Stock of 7' })).toBe(
      'Stock of %s is empty',
    );
  });

  it('has at most 120 characters', () => {
    expect(titleOf(eventOf('word '.repeat(100)))).toHaveLength(120);
  });
});

describe('the corpus of real errors', () => {
  const errors = REAL_ERRORS.filter(({ event }) => event !== undefined);
  /** The texts that tell cases apart: cases of one title and stack are one error, of different browsers or pages. */
  const groups = new Map<string, Set<string>>();
  for (const { event } of errors) {
    const { type, value } = event?.exception?.values?.at(-1) ?? {};
    const fingerprint = of(event ?? {});
    groups.set(fingerprint, (groups.get(fingerprint) ?? new Set()).add(`${type}: ${value}`));
  }
  const collisions = [...groups.values()].filter(({ size }) => size > 1).map((titles) => [...titles].sort());

  it('keeps different errors apart, except those that differ in values alone', () => {
    expect(errors.length).toBeGreaterThan(500);
    expect(collisions.map(([first]) => first).sort()).toEqual([
      "Error: Cannot find module './7541.js'",
      'Error: thrown in app://shop/main.js',
      'Error: thrown in chrome-error://chromewebdata/x.js',
      'TypeError: e is undefined 0',
    ]);
  });

  it('would lose many with types and frames alone (control)', () => {
    const coarse = new Set(
      errors.map(({ event }) => {
        const [exception] = event?.exception?.values?.slice(-1) ?? [];
        return of({ exception: { values: [{ ...exception, value: '' }] } });
      }),
    );

    expect(coarse.size).toBeLessThan(groups.size / 2);
  });
});
