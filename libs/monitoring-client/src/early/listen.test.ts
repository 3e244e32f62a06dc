import type { EarlyData } from './early-items.ts';
import { restoreWindowAfterEach } from './early.contract.ts';
import { listenEarly } from './listen.ts';

restoreWindowAfterEach();

type Noted = { [Kind in keyof EarlyData]: readonly [Kind, EarlyData[Kind]] }[keyof EarlyData];

function listen() {
  const noted: Noted[] = [];
  const handOver = listenEarly((kind, data) => noted.push([kind, data] as unknown as Noted));
  return {
    noted,
    handOver,
    /** Without what jsdom writes of errors nobody caught. */
    errors: () => noted.filter(([kind]) => kind !== 'console'),
  };
}
const dispatch = (type: string, fields: object): void => {
  window.dispatchEvent(Object.assign(new Event(type), fields));
};
const boom = (): never => {
  throw new Error('boom');
};

describe('listenEarly', () => {
  it('notes an uncaught error as window.onerror is told of it', () => {
    const { noted } = listen();
    const error = new Error('x');
    dispatch('error', { message: 'Uncaught Error: x', filename: '/a.js', lineno: 3, colno: 4, error });
    expect(noted).toEqual([['error', { msg: 'Uncaught Error: x', url: '/a.js', line: 3, column: 4, error }]]);
  });

  it('notes a plain event in place of the message', () => {
    const { noted } = listen();
    dispatch('error', {});
    expect(noted).toEqual([['error', expect.objectContaining({ msg: expect.any(Event) as Event })]]);
  });

  it('notes an unhandled rejection with its reason', () => {
    const { noted } = listen();
    dispatch('unhandledrejection', { reason: 'r' });
    expect(noted).toEqual([['unhandledrejection', expect.objectContaining({ reason: 'r' })]]);
  });

  it('notes what is written with window.console.error, and writes it', () => {
    const written: unknown[][] = [];
    window.console.error = (...args: unknown[]) => written.push(args);
    const { noted } = listen();
    window.console.error('broken', { id: 7 });
    expect(noted).toEqual([['console', { args: ['broken', { id: 7 }], level: 'error' }]]);
    expect(written).toEqual([['broken', { id: 7 }]]);
  });

  it.each(['setTimeout', 'setInterval', 'requestAnimationFrame'] as const)(
    'notes what a callback of %s throws, and lets it pass',
    (name) => {
      let scheduled: ((...args: unknown[]) => void) | undefined;
      Object.assign(window, { [name]: (callback: typeof scheduled) => (scheduled = callback) });
      const { noted } = listen();
      window[name](boom);
      expect(() => scheduled?.('argument')).toThrow('boom');
      const data = name === 'requestAnimationFrame' ? { data: { handler: name } } : {};
      expect(noted).toEqual([
        [
          'caught',
          {
            error: new Error('boom'),
            mechanism: { type: `auto.browser.browserapierrors.${name}`, handled: false, ...data },
            args: ['argument'],
          },
        ],
      ]);
    },
  );

  it('hands callbacks their receiver, arguments and result, and knows them when they are taken off', () => {
    listen();
    const calls: unknown[][] = [];
    function onPress(this: unknown, event: Event): void {
      calls.push([this, event.type]);
    }
    const button = document.createElement('button');
    button.addEventListener('press', onPress);
    button.dispatchEvent(new Event('press'));
    button.removeEventListener('press', onPress);
    button.dispatchEvent(new Event('press'));
    expect(calls).toEqual([[button, 'press']]);
  });

  it('takes off a callback that was added before, and what is no function', () => {
    const calls: string[] = [];
    const before = (): number => calls.push('before');
    const listener = { handleEvent: () => calls.push('object') };
    const button = document.createElement('button');
    button.addEventListener('press', before);
    listen();
    button.addEventListener('press', listener);
    button.dispatchEvent(new Event('press'));
    button.removeEventListener('press', before);
    button.removeEventListener('press', listener);
    button.dispatchEvent(new Event('press'));
    expect(calls).toEqual(['before', 'object']);
  });

  it('notes what a listener throws once, under its name, though it reaches the window as well', () => {
    const { errors } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', boom);
    button.addEventListener('press', () => {
      throw new Error('nameless');
    });
    button.dispatchEvent(new Event('press'));
    expect(errors().map(([kind, data]) => [kind, 'mechanism' in data && data.mechanism?.data])).toEqual([
      ['caught', { handler: 'boom', target: 'EventTarget' }],
      ['caught', { handler: '<anonymous>', target: 'EventTarget' }],
    ]);
  });

  it('notes the next error of the window again', async () => {
    const { errors } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', boom);
    button.dispatchEvent(new Event('press'));
    await new Promise((resolve) => setTimeout(resolve));
    dispatch('error', { message: 'next' });
    expect(errors().map(([kind]) => kind)).toEqual(['caught', 'error']);
  });

  it('carries the name by which the SDK knows the frame', () => {
    let scheduled: (() => void) | undefined;
    Object.assign(window, { setTimeout: (callback: () => void) => (scheduled = callback) });
    listen();
    window.setTimeout(boom);
    expect(scheduled?.name).toBe('sentryWrapped');
  });

  it('leaves everything to the SDK once it is there, but for what was wrapped before', () => {
    const { errors, noted, handOver } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', boom);
    handOver();
    button.addEventListener('click', boom);
    dispatch('error', { message: 'x' });
    dispatch('unhandledrejection', { reason: 'r' });
    window.console.error('x');
    button.dispatchEvent(new Event('click'));
    expect(noted).toEqual([]);
    button.dispatchEvent(new Event('press'));
    expect(errors().map(([kind]) => kind)).toEqual(['caught']);
  });
});
