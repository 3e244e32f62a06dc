import type { EarlyData } from './early-items.ts';
import { restoreWindowAfterEach } from './early.contract.ts';
import { listenEarly } from './listen.ts';

restoreWindowAfterEach();

type Noted = { [Kind in keyof EarlyData]: readonly [Kind, EarlyData[Kind]] }[keyof EarlyData];

function listen() {
  const noted: Noted[] = [];
  let isHandedOver = false;
  listenEarly(
    (kind, data) => noted.push([kind, data] as unknown as Noted),
    () => isHandedOver,
  );
  return {
    noted,
    handOver: () => {
      isHandedOver = true;
    },
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
  it('notes an uncaught error with its event', () => {
    const { noted } = listen();
    const fields = {
      message: 'Uncaught Error: x',
      filename: '/a.js',
      lineno: 3,
      colno: 4,
      error: new Error('x'),
    };
    dispatch('error', fields);
    expect(noted).toEqual([['error', expect.objectContaining(fields)]]);
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
    expect(noted).toEqual([['console', ['broken', { id: 7 }]]]);
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
      expect(noted).toEqual([
        ['caught', { error: new Error('boom'), api: name, handler: 'boom', args: ['argument'] }],
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
    expect(errors().map(([kind, data]) => [kind, 'handler' in data && data.handler])).toEqual([
      ['caught', 'boom'],
      ['caught', ''],
    ]);
  });

  it('notes what a listener that is an object throws, once though it is added twice', () => {
    const { errors } = listen();
    const button = document.createElement('button');
    const listener = { handleEvent: boom };
    button.addEventListener('press', listener);
    button.addEventListener('click', listener);
    button.dispatchEvent(new Event('click'));
    expect(errors()).toEqual([['caught', expect.objectContaining({ api: 'handleEvent' })]]);
  });

  it('leaves a frozen listener as it is', () => {
    const { errors } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', Object.freeze({ handleEvent: boom }));
    button.dispatchEvent(new Event('press'));
    expect(errors().map(([kind]) => kind)).toEqual(['error']);
  });

  it.each(['onload', 'onerror', 'onprogress', 'onreadystatechange'] as const)(
    'notes what a request’s %s throws',
    (name) => {
      Object.assign(XMLHttpRequest.prototype, { send: () => undefined });
      const { noted } = listen();
      const request = new XMLHttpRequest();
      request[name] = boom;
      request.send();
      expect(() => {
        request[name]?.(new ProgressEvent('x'));
      }).toThrow('boom');
      expect(noted).toEqual([['caught', expect.objectContaining({ api: `xhr.${name}` })]]);
    },
  );

  it.each([
    ['the next error', 'next'],
    ['the same text thrown again', 'text'],
  ])('notes %s of the window', (_what, error) => {
    const { errors } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- as pages do
      throw 'text';
    });
    button.dispatchEvent(new Event('press'));
    dispatch('error', { message: 'Uncaught', error });
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
