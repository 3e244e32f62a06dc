import { restoreWindowAfterEach } from '../../testing/early.helper.ts';
import { boomOf, dispatch, listen } from '../../testing/listening.helper.ts';

restoreWindowAfterEach();

const ON_ERROR = 'auto.browser.global_handlers.onerror';
const ON_REJECTION = 'auto.browser.global_handlers.onunhandledrejection';

/** A button whose listeners run once for a press. */
function press(...listeners: EventListenerOrEventListenerObject[]): void {
  const button = document.createElement('button');
  for (const listener of listeners) button.addEventListener('press', listener);
  button.dispatchEvent(new Event('press'));
}

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

  it('records an error of a listener once, with the listener’s name', () => {
    const { errors } = listen();
    press(boomOf(), () => {
      throw new Error('nameless');
    });
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
    press(Object.freeze({ handleEvent: boomOf() }));
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
    press(() => {
      // oxlint-disable-next-line typescript/only-throw-error -- as pages do
      throw 'text';
    });
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
