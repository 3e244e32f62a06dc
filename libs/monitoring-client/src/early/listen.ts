import type { EarlyMechanism, EarlyRecorder } from './early-items.ts';

type Callback = (this: unknown, ...args: unknown[]) => unknown;

const isCallback = (value: unknown): value is Callback => typeof value === 'function';

/**
 * Notes what an SDK would have captured, where an SDK would have: on `window`, on the console, and around the callbacks of
 * timers, frames and event listeners (`globalHandlers` and `browserApiErrors` of `@sentry/browser`).
 * @returns what ends it when the SDK listens; only callbacks that were wrapped before go on being watched here
 */
export function listenEarly(record: EarlyRecorder): () => void {
  // As the SDK does: an error's stack is written when the error is made.
  Reflect.set(Error, 'stackTraceLimit', 50);
  let isHandedOver = false;
  /** Errors on their way from a callback to `window`, which has to see them only once. */
  let passing = 0;
  const wrappers = new WeakMap<Callback, Callback>();
  const { console } = window;
  const later = window.setTimeout.bind(window);

  const wrap = (callback: unknown, name: string, data: EarlyMechanism['data'] | false): unknown => {
    if (isHandedOver || !isCallback(callback)) return callback;
    let wrapper = wrappers.get(callback);
    if (wrapper === undefined) {
      // By this name the SDK knows the frame that is not the application's.
      const named: { sentryWrapped: Callback } = {
        sentryWrapped: function (this: unknown, ...args: unknown[]): unknown {
          try {
            return callback.apply(this, args);
          } catch (error) {
            passing += 1;
            later(() => (passing -= 1));
            const type = `auto.browser.browserapierrors.${name}`;
            record('caught', { error, mechanism: { type, handled: false, ...(data && { data }) }, args });
            throw error;
          }
        },
      };
      wrapper = named.sentryWrapped;
      wrappers.set(callback, wrapper);
    }
    return wrapper;
  };

  const patch = (target: object, name: string, around: (original: Callback) => Callback): void => {
    Reflect.set(target, name, around(Reflect.get(target, name) as Callback));
  };
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'])
    patch(
      window,
      name,
      (original) =>
        function (callback, ...rest) {
          return original.call(this, wrap(callback, name, name[0] === 'r' && { handler: name }), ...rest);
        },
    );
  patch(
    EventTarget.prototype,
    'addEventListener',
    (original) =>
      function (event, callback, options) {
        const { name } = Object(callback) as { name?: string };
        const data = { handler: name || '<anonymous>', target: 'EventTarget' };
        return original.call(this, event, wrap(callback, 'addEventListener', data), options);
      },
  );
  patch(
    EventTarget.prototype,
    'removeEventListener',
    (original) =>
      function (event, callback, options) {
        original.call(this, event, wrappers.get(callback as Callback), options);
        return original.call(this, event, callback, options);
      },
  );
  patch(
    console,
    'error',
    (original) =>
      function (...args) {
        if (!isHandedOver) record('console', { args, level: 'error' });
        original.apply(console, args);
      },
  );

  addEventListener('error', (event: Omit<ErrorEvent, 'error'> & { error: unknown }) => {
    if (isHandedOver || passing > 0) return;
    const { message, filename, lineno, colno, error } = event;
    // A plain event has none, and is handed to `window.onerror` in its place.
    record('error', {
      msg: (message as string | undefined) ?? event,
      url: filename,
      line: lineno,
      column: colno,
      error,
    });
  });
  addEventListener('unhandledrejection', (event) => {
    if (!isHandedOver) record('unhandledrejection', event);
  });
  return () => (isHandedOver = true);
}
