import { restoreWindowAfterEach } from '../../testing/early.helper.ts';
import { boomOf, listen } from '../../testing/listening.helper.ts';

restoreWindowAfterEach();

type Callback = (...args: unknown[]) => unknown;

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
    const before = places().map(([owner, name]) => [Reflect.get(owner, name), traits(owner, name)] as const);
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
  /** The number of times a listener runs for an event of the target. */
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
