import type { EarlyData } from './early-items.ts';
import { restoreWindowAfterEach } from '../../testing/early.contract.ts';
import { listenEarly } from './listen-early.ts';

restoreWindowAfterEach();

type Noted = { [Kind in keyof EarlyData]: readonly [Kind, EarlyData[Kind]] }[keyof EarlyData];

type Callback = (...args: unknown[]) => unknown;

const ON_ERROR = 'auto.browser.global_handlers.onerror';
const ON_REJECTION = 'auto.browser.global_handlers.onunhandledrejection';

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
/** A callback that throws; each of its own, as it keeps its wrapper. */
const boomOf = () =>
  function boom(): never {
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
    expect(noted).toEqual([[ON_ERROR, expect.objectContaining(fields)]]);
  });

  it('notes an unhandled rejection with its reason', () => {
    const { noted } = listen();
    dispatch('unhandledrejection', { reason: 'r' });
    expect(noted).toEqual([[ON_REJECTION, expect.objectContaining({ reason: 'r' })]]);
  });

  it('notes what is written with window.console.error, and writes it', () => {
    const written: unknown[][] = [];
    window.console.error = (...args: unknown[]) => written.push(args);
    const { noted } = listen();
    window.console.error('broken', { id: 7 });
    expect(noted).toEqual([['console', ['broken', { id: 7 }]]]);
    expect(written).toEqual([['broken', { id: 7 }]]);
  });

  describe('calls of a handler of the window by the page', () => {
    it('are noted with their arguments, without a handler of the page', () => {
      const { noted } = listen();
      const error = new Error('x');
      const args = ['text', '/a.js', 3, 4, error] as const;
      window.onerror?.(...args);
      window.onerror?.('only text');
      const event = Object.assign(new Event('unhandledrejection'), { reason: 'r' });
      window.onunhandledrejection?.(event as unknown as PromiseRejectionEvent);
      expect(noted).toEqual([
        [ON_ERROR, { message: 'text', error, args }],
        [ON_ERROR, { message: 'only text', error: undefined, args: ['only text'] }],
        [ON_REJECTION, { message: event, error: 'r', args: [event] }],
      ]);
    });

    it('reach the handler the page has set before, with its result', () => {
      const seen: unknown[][] = [];
      window.onerror = function (this: unknown, ...args) {
        seen.push([this, ...args]);
        return true;
      };
      const { noted } = listen();
      expect(window.onerror('text')).toBe(true);
      expect([seen, noted.length]).toEqual([[[window, 'text']], 1]);
    });

    it('are noted while another event is handled, even one of the same type', () => {
      const { noted } = listen();
      window.addEventListener(
        'error',
        () => {
          window.onerror?.('a picture is missing');
        },
        { once: true },
      );
      dispatch('error', { message: 'first', error: new Error('first') });
      expect(noted.map(([, data]) => (data as { message: string }).message)).toEqual([
        'first',
        'a picture is missing',
      ]);
    });

    it.each(['onerror', 'onunhandledrejection'] as const)(
      'are told from those of the browser, which are noted once, though the page has set %s since',
      (name) => {
        const { noted } = listen();
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
        expect(noted).toHaveLength(3);
      },
    );

    it('are left to the SDK once it is there', () => {
      const { noted, handOver } = listen();
      handOver();
      window.onerror?.('text');
      expect(noted).toEqual([]);
    });
  });

  it.each(['setTimeout', 'setInterval', 'requestAnimationFrame'] as const)(
    'notes what a callback of %s throws, and lets it pass',
    (name) => {
      let scheduled: ((...args: unknown[]) => void) | undefined;
      Object.assign(window, { [name]: (callback: typeof scheduled) => (scheduled = callback) });
      const { noted } = listen();
      window[name](boomOf());
      expect(() => scheduled?.('argument')).toThrow('boom');
      expect(noted).toEqual([
        [
          `auto.browser.browserapierrors.${name}`,
          { error: new Error('boom'), handler: 'boom', args: ['argument'] },
        ],
      ]);
    },
  );

  describe('what is replaced', () => {
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

    it('gives back the result for its receiver, and throws what the original throws', () => {
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

    it('is left alone if the browser lacks it or the page has fixed it', () => {
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

    it.each<[string, (target: EventTarget, listener: () => void) => void, number]>([
      [
        'added twice',
        (target, listener) => {
          target.addEventListener('press', listener);
          target.addEventListener('press', listener);
        },
        2,
      ],
      [
        'added for both phases',
        (target, listener) => {
          target.addEventListener('press', listener);
          target.addEventListener('press', listener, true);
        },
        4,
      ],
      [
        'added for one event',
        (target, listener) => {
          target.addEventListener('press', listener, { once: true });
        },
        1,
      ],
      [
        'taken off',
        (target, listener) => {
          target.addEventListener('press', listener);
          target.removeEventListener('press', listener);
        },
        0,
      ],
      [
        'taken off in another phase',
        (target, listener) => {
          target.addEventListener('press', listener, true);
          target.removeEventListener('press', listener);
        },
        2,
      ],
      [
        'that is an object, added twice and taken off once',
        (target, listener) => {
          const object = { handleEvent: listener };
          target.addEventListener('press', object);
          target.addEventListener('press', object);
          target.removeEventListener('press', object);
        },
        0,
      ],
      [
        'that is frozen, added twice',
        (target, listener) => {
          Object.freeze(listener);
          target.addEventListener('press', listener);
          target.addEventListener('press', listener);
        },
        2,
      ],
    ])('%s runs as often as without being watched', (_how, use, expected) => {
      expect(runs(use)).toBe(expected);
      listen();
      expect(runs(use)).toBe(expected);
    });

    it('has its receiver, arguments and result', () => {
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

    it('from before can be taken off', () => {
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

    it('can be taken off without the SDK’s help once that is there', () => {
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

    it('that inherits from a watched one is its own', () => {
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

    it('is added though it throws when it is looked at', () => {
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

  it('notes what a listener throws once, under its name, though it reaches the window as well', () => {
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

  it('notes what a listener that is an object throws, once though it is added twice', () => {
    const { errors } = listen();
    const button = document.createElement('button');
    const listener = { handleEvent: boomOf() };
    button.addEventListener('press', listener);
    button.addEventListener('click', listener);
    button.dispatchEvent(new Event('click'));
    expect(errors().map(([kind]) => kind)).toEqual(['auto.browser.browserapierrors.handleEvent']);
  });

  it('leaves a frozen listener as it is', () => {
    const { errors } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', Object.freeze({ handleEvent: boomOf() }));
    button.dispatchEvent(new Event('press'));
    expect(errors().map(([kind]) => kind)).toEqual([ON_ERROR]);
  });

  it.each(['onload', 'onerror', 'onprogress', 'onreadystatechange', 'onloadend'] as const)(
    'notes what a request’s %s throws',
    (name) => {
      Object.assign(XMLHttpRequest.prototype, { send: () => undefined });
      const { noted } = listen();
      const request = new XMLHttpRequest();
      request[name] = boomOf();
      request.send();
      expect(() => {
        request[name]?.(new ProgressEvent('x'));
      }).toThrow('boom');
      expect(noted.map(([kind]) => kind)).toEqual([`auto.browser.browserapierrors.xhr.${name}`]);
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
    expect(errors().map(([kind]) => kind)).toEqual([
      'auto.browser.browserapierrors.addEventListener',
      ON_ERROR,
    ]);
  });

  it('leaves a frame by whose name the SDK knows it', () => {
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

  it('leaves everything to the SDK once it is there, but for what was wrapped before', () => {
    const { errors, noted, handOver } = listen();
    const button = document.createElement('button');
    button.addEventListener('press', boomOf());
    handOver();
    button.addEventListener('click', boomOf());
    dispatch('error', { message: 'x' });
    dispatch('unhandledrejection', { reason: 'r' });
    window.console.error('x');
    button.dispatchEvent(new Event('click'));
    expect(noted).toEqual([]);
    button.dispatchEvent(new Event('press'));
    expect(errors()).toHaveLength(1);
  });
});
