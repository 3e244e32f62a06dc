import type { EarlyMechanism, EarlyRecorder } from './early-items.ts';

/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/unbound-method --
 * callbacks of every signature pass through here unseen, and to spell them out would be longer than what is done with them */

type Callback = (this: any, ...args: any[]) => any;

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
  const { setTimeout: later, console } = window;

  const wrap = (callback: any, name: string, data: EarlyMechanism['data'] | false): any => {
    if (isHandedOver || typeof callback !== 'function') return callback;
    let wrapper = wrappers.get(callback);
    if (wrapper === undefined) {
      // By this name the SDK knows the frame that is not the application's.
      wrapper = {
        sentryWrapped(this: any, ...args: any[]) {
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
      }.sentryWrapped;
      wrappers.set(callback, wrapper);
    }
    return wrapper;
  };

  const patch = (target: any, name: string, around: (original: Callback) => Callback): void => {
    target[name] = around(target[name]);
  };
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'])
    patch(
      window,
      name,
      (original) =>
        function (this: any, callback: any, ...rest: any[]) {
          return original.call(this, wrap(callback, name, name[0] === 'r' && { handler: name }), ...rest);
        },
    );
  patch(
    EventTarget.prototype,
    'addEventListener',
    (original) =>
      function (this: any, event: string, callback: any, options: any) {
        const data = { handler: callback?.name || '<anonymous>', target: 'EventTarget' };
        return original.call(this, event, wrap(callback, 'addEventListener', data), options);
      },
  );
  patch(
    EventTarget.prototype,
    'removeEventListener',
    (original) =>
      function (this: any, event: string, callback: any, options: any) {
        original.call(this, event, wrappers.get(callback), options);
        return original.call(this, event, callback, options);
      },
  );
  patch(
    console,
    'error',
    (original) =>
      function (...args: any[]) {
        if (!isHandedOver) record('console', { args, level: 'error' });
        original.apply(console, args);
      },
  );

  addEventListener('error', (event) => {
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
