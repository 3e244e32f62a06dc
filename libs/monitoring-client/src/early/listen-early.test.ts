import type { EarlyData } from './early-items.ts';
import { restoreWindowAfterEach } from '../../testing/early.contract.ts';
import { listenEarly } from './listen-early.ts';

restoreWindowAfterEach();

type Recorded = { [Kind in keyof EarlyData]: readonly [Kind, EarlyData[Kind]] }[keyof EarlyData];

type Callback = (...args: unknown[]) => unknown;

const ON_ERROR = 'auto.browser.global_handlers.onerror';
const ON_REJECTION = 'auto.browser.global_handlers.onunhandledrejection';

function listen() {
  const recorded: Recorded[] = [];
  let isHandedOver = false;
  listenEarly(
    (kind, data) => recorded.push([kind, data] as unknown as Recorded),
    () => isHandedOver,
  );
  return {
    recorded,
    handOver: () => {
      isHandedOver = true;
    },
    /** Without the console output of jsdom. */
    errors: () => recorded.filter(([kind]) => kind !== 'console'),
  };
}
const dispatch = (type: string, fields: object): void => {
  window.dispatchEvent(Object.assign(new Event(type), fields));
};
/** A new callback that throws: each keeps its wrapper. */
const boomOf = () =>
  function boom(): never {
    throw new Error('boom');
  };

describe('listenEarly', () => {
  it('records an uncaught error with its event', () => {
    const { recorded } = listen();
    const fields = {
      message: 'Uncaught Error: x',
      filename: '/a.js',
      lineno: 3,
      colno: 4,
      error: new Error('x'),
    };
    dispatch('error', fields);
    expect(recorded).toEqual([[ON_ERROR, expect.objectContaining(fields)]]);
  });

  it('records an unhandled rejection with its reason', () => {
    const { recorded } = listen();
    dispatch('unhandledrejection', { reason: 'r' });
    expect(recorded).toEqual([[ON_REJECTION, expect.objectContaining({ reason: 'r' })]]);
  });

  it('records the arguments of console.error, and calls it', () => {
    const written: unknown[][] = [];
    window.console.error = (...args: unknown[]) => written.push(args);
    const { recorded } = listen();
    window.console.error('broken', { id: 7 });
    expect(recorded).toEqual([['console', ['broken', { id: 7 }]]]);
    expect(written).toEqual([['broken', { id: 7 }]]);
  });

  describe('calls of window.onerror and onunhandledrejection by the page', () => {
    it('are recorded with their arguments if the page has no handler', () => {
      const { recorded } = listen();
      const error = new Error('x');
      const args = ['text', '/a.js', 3, 4, error] as const;
      window.onerror?.(...args);
      window.onerror?.('only text');
      const event = Object.assign(new Event('unhandledrejection'), { reason: 'r' });
      window.onunhandledrejection?.(event as unknown as PromiseRejectionEvent);
      expect(recorded).toEqual([
        [ON_ERROR, { message: 'text', error, args }],
        [ON_ERROR, { message: 'only text', error: undefined, args: ['only text'] }],
        [ON_REJECTION, { message: event, error: 'r', args: [event] }],
      ]);
    });

    it('reach the handler that the page set before, and return its result', () => {
      const seen: unknown[][] = [];
      window.onerror = function (this: unknown, ...args) {
        seen.push([this, ...args]);
        return true;
      };
      const { recorded } = listen();
      expect(window.onerror('text')).toBe(true);
      expect([seen, recorded.length]).toEqual([[[window, 'text']], 1]);
    });

    it('are recorded while another event of the same type is handled', () => {
      const { recorded } = listen();
      window.addEventListener(
        'error',
        () => {
          window.onerror?.('a picture is missing');
        },
        { once: true },
      );
      dispatch('error', { message: 'first', error: new Error('first') });
      expect(recorded.map(([, data]) => (data as { message: string }).message)).toEqual([
        'first',
        'a picture is missing',
      ]);
    });

    it.each(['onerror', 'onunhandledrejection'] as const)(
      'are told apart from those of the browser, which are recorded once, if the page replaces %s later',
      (name) => {
        const { recorded } = listen();
        const old = window[name] as ((...args: unknown[]) => unknown) | null;
        const raise = (): void => {
          if (name === 'onerror') dispatch('error', { message: 'x', error: new Error('x') });
          else dispatch('unhandledrejection', { reason: 'r' });
        };
        raise();
        window[name] = (...args: unknown[]) => old?.(...args);
        raise();
        window[name] = () => undefined;
        raise();
        expect(recorded).toHaveLength(3);
      },
    );

    it('are left to the SDK once it has started', () => {
      const { recorded, handOver } = listen();
      handOver();
      window.onerror?.('text');
      expect(recorded).toEqual([]);
    });
  });

  it.each(['setTimeout', 'setInterval', 'requestAnimationFrame'] as const)(
    'records an error in a callback of %s, and rethrows it',
    (name) => {
      let scheduled: ((...args: unknown[]) => void) | undefined;
      Object.assign(window, { [name]: (callback: typeof scheduled) => (scheduled = callback) });
      const { recorded } = listen();
      window[name](boomOf());
      expect(() => scheduled?.('argument')).toThrow('boom');
      expect(recorded).toEqual([
        [
          `auto.browser.browserapierrors.${name}`,
          { error: new Error('boom'), handler: 'boom', args: ['argument'] },
        ],
      ]);
    },
  );

  describe('a replaced function', () => {
    const places = (): (readonly [object, string])[] => [
      [window, 'setTimeout'],
      [window, 'setInterval'],
      [window, 'requestAnimationFrame'],
      [EventTarget.prototype, 'addEventListener'],
      [EventTarget.prototype, 'removeEventListener'],
      [XMLHttpRequest.prototype, 'send'],
      [window.console, 'error'],
    ];
    const traits = (owner: object, name: string) => {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name);
      const value = descriptor?.value as object;
      return {
        attributes: { ...descriptor, value: undefined },
        own: Object.getOwnPropertyDescriptors(value),
        keys: Reflect.ownKeys(value),
        prototype: Object.getPrototypeOf(value) as unknown,
      };
    };

    it('keeps its name, length, properties and attributes', () => {
      window.console.error = Object.assign(
        function write(text: unknown, more: unknown) {
          return [text, more];
        },
        { isMine: true },
      );
      const before = places().map(
        ([owner, name]) => [Reflect.get(owner, name), traits(owner, name)] as const,
      );
      listen();
      places().forEach(([owner, name], index) => {
        expect(Reflect.get(owner, name)).not.toBe(before[index]?.[0]);
        expect(traits(owner, name)).toEqual(before[index]?.[1]);
      });
    });

    it('returns the result of the original for its receiver, and throws its errors', () => {
      const original = function (this: unknown, ...args: unknown[]): unknown {
        if (args[0] === undefined) throw new RangeError('no callback');
        return [this, args.length] as const;
      };
      Object.assign(window, { setTimeout: original });
      listen();
      const receiver = {};
      expect(Reflect.apply(window.setTimeout as Callback, receiver, ['code', 5, 'argument'])).toEqual([
        receiver,
        3,
      ]);
      expect(() => Reflect.apply(window.setTimeout as Callback, receiver, [])).toThrow(RangeError);
    });

    it('is not replaced if the browser lacks it or the page made it read-only', () => {
      const fixed = (): undefined => undefined;
      Object.defineProperty(window.console, 'error', { value: fixed, writable: false, configurable: true });
      Object.assign(window, { requestAnimationFrame: undefined });
      expect(listen).not.toThrow();
      expect(window.console.error).toBe(fixed);
      expect(window.requestAnimationFrame).toBeUndefined();
      Object.defineProperty(window.console, 'error', { writable: true });
    });
  });

  describe('a listener', () => {
    /** How often a listener runs for an event of the target. */
    const runs = (use: (target: EventTarget, listener: () => void) => void): number => {
      let count = 0;
      const target = document.createElement('button');
      use(target, () => {
        count += 1;
      });
      target.dispatchEvent(new Event('press'));
      target.dispatchEvent(new Event('press'));
      return count;
    };

    type Step = (target: EventTarget, listener: EventListenerOrEventListenerObject) => void;
    const add =
      (options?: AddEventListenerOptions | boolean): Step =>
      (target, listener) => {
        target.addEventListener('press', listener, options);
      };
    const remove: Step = (target, listener) => {
      target.removeEventListener('press', listener);
    };
    const asObject = (handleEvent: () => void) => ({ handleEvent });
    const asIs = (listener: () => void) => listener;

    it.each<[string, (listener: () => void) => EventListenerOrEventListenerObject, Step[], number]>([
      ['added twice', asIs, [add(), add()], 2],
      ['added for both phases', asIs, [add(), add(true)], 4],
      ['added for one event', asIs, [add({ once: true })], 1],
      ['removed', asIs, [add(), remove], 0],
      ['removed for another phase', asIs, [add(true), remove], 2],
      ['that is an object, added twice and removed once', asObject, [add(), add(), remove], 0],
      ['that is frozen, added twice', Object.freeze, [add(), add()], 2],
    ])('%s runs as often as without monitoring', (_how, make, steps, expected) => {
      const use = (target: EventTarget, listener: () => void): void => {
        const made = make(listener);
        for (const step of steps) step(target, made);
      };
      expect(runs(use)).toBe(expected);
      listen();
      expect(runs(use)).toBe(expected);
    });

    it('gets its receiver and arguments', () => {
      listen();
      const calls: unknown[][] = [];
      function onPress(this: unknown, event: Event): void {
        calls.push([this, event.type]);
      }
      const button = document.createElement('button');
      button.addEventListener('press', onPress);
      button.dispatchEvent(new Event('press'));
      expect(calls).toEqual([[button, 'press']]);
    });

    it('that was added before can be removed', () => {
      let listened = false;
      expect(
        runs((target, listener) => {
          target.addEventListener('press', listener);
          if (!listened) listen();
          listened = true;
          target.removeEventListener('press', listener);
        }),
      ).toBe(0);
    });

    it('can be removed once the SDK has started', () => {
      const { handOver } = listen();
      expect(
        runs((target, listener) => {
          target.addEventListener('press', listener);
          handOver();
          target.addEventListener('press', listener);
          target.removeEventListener('press', listener);
        }),
      ).toBe(0);
    });

    it('that inherits from a wrapped one has its own wrapper', () => {
      listen();
      const parent = boomOf();
      const calls: string[] = [];
      const child = Object.setPrototypeOf(() => calls.push('child'), parent) as () => void;
      const button = document.createElement('button');
      button.addEventListener('other', parent);
      button.addEventListener('press', child);
      button.dispatchEvent(new Event('press'));
      expect(calls).toEqual(['child']);
    });

    it('is added even if reading it throws', () => {
      listen();
      const listener = {
        get handleEvent(): () => void {
          throw new Error('not yet');
        },
      };
      expect(() => {
        document.createElement('button').addEventListener('press', listener);
      }).not.toThrow();
    });
  });

  it('records an error of a listener once, with the listener’s name', () => {
    const { errors } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', boomOf());
    button.addEventListener('press', () => {
      throw new Error('nameless');
    });
    button.dispatchEvent(new Event('press'));
    const kind = 'auto.browser.browserapierrors.addEventListener';
    expect(errors()).toEqual([
      [kind, expect.objectContaining({ handler: 'boom' })],
      [kind, expect.objectContaining({ handler: '' })],
    ]);
  });

  it('records an error of a listener object that was added twice once', () => {
    const { errors } = listen();
    const button = document.createElement('button');
    const listener = { handleEvent: boomOf() };
    button.addEventListener('press', listener);
    button.addEventListener('click', listener);
    button.dispatchEvent(new Event('click'));
    expect(errors().map(([kind]) => kind)).toEqual(['auto.browser.browserapierrors.handleEvent']);
  });

  it('does not wrap a frozen listener', () => {
    const { errors } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', Object.freeze({ handleEvent: boomOf() }));
    button.dispatchEvent(new Event('press'));
    expect(errors().map(([kind]) => kind)).toEqual([ON_ERROR]);
  });

  it.each(['onload', 'onerror', 'onprogress', 'onreadystatechange', 'onloadend'] as const)(
    'records an error in %s of a request',
    (name) => {
      Object.assign(XMLHttpRequest.prototype, { send: () => undefined });
      const { recorded } = listen();
      const request = new XMLHttpRequest();
      request[name] = boomOf();
      request.send();
      expect(() => {
        request[name]?.(new ProgressEvent('x'));
      }).toThrow('boom');
      expect(recorded.map(([kind]) => kind)).toEqual([`auto.browser.browserapierrors.xhr.${name}`]);
    },
  );

  it.each([
    ['the next error', 'next'],
    ['the same text thrown again', 'text'],
  ])('records %s of the window', (_what, error) => {
    const { errors } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- as pages do
      throw 'text';
    });
    button.dispatchEvent(new Event('press'));
    dispatch('error', { message: 'Uncaught', error });
    expect(errors().map(([kind]) => kind)).toEqual([
      'auto.browser.browserapierrors.addEventListener',
      ON_ERROR,
    ]);
  });

  it('adds a stack frame with the name that the SDK recognises', () => {
    let scheduled: (() => void) | undefined;
    Object.assign(window, { setTimeout: (callback: () => void) => (scheduled = callback) });
    listen();
    let callers: unknown;
    window.setTimeout(() => {
      // Otherwise source maps name the frames.
      const { prepareStackTrace } = Error;
      Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFunctionName()).join();
      callers = new Error().stack;
      Error.prepareStackTrace = prepareStackTrace;
    });
    scheduled?.();
    expect(callers).toContain('sentryWrapped');
  });

  it('after the SDK has started records only errors of callbacks that were wrapped before', () => {
    const { errors, recorded, handOver } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', boomOf());
    handOver();
    button.addEventListener('click', boomOf());
    dispatch('error', { message: 'x' });
    dispatch('unhandledrejection', { reason: 'r' });
    window.console.error('x');
    button.dispatchEvent(new Event('click'));
    expect(recorded).toEqual([]);
    button.dispatchEvent(new Event('press'));
    expect(errors()).toHaveLength(1);
  });
});
