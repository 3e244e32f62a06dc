import type { EarlyData, EarlyRecorder } from './early-items.ts';

type Callback = (this: unknown, ...args: unknown[]) => unknown;

// What browsers put off or hide; an SDK would drop it (`NOISE_RULES` of @adit/monitoring-config).
const QUIET = /^(Script error|ResizeObserver loop)/;

/**
 * Notes what an SDK would have captured, where an SDK would have: on `window`, on the console, and around the callbacks of
 * timers, frames and event listeners (`globalHandlers` and `browserApiErrors` of `@sentry/browser`).
 * From when the SDK listens (`isHandedOver`) only callbacks that were wrapped before are watched here.
 */
export function listenEarly(record: EarlyRecorder, isHandedOver: () => boolean): void {
  // As the SDK does: an error's stack is written when the error is made.
  (Error as { stackTraceLimit?: number }).stackTraceLimit = 50;
  /** The error on its way from a callback to `window`, where it is not to be noted again; at first nothing a page throws. */
  let passing: unknown = record;
  const wrappers = new WeakMap<Callback, Callback>();

  /** Has `before` look at the arguments, and change them, each time `target[name]` is called. */
  const patch = (
    target: object,
    name: string,
    before: (args: unknown[], original: Callback, self: unknown) => void,
  ): void => {
    const owner = target as Record<string, unknown>;
    const original = owner[name] as Callback;
    owner[name] = function (this: unknown, ...args: unknown[]) {
      before(args, original, this);
      return original.apply(this, args);
    };
  };
  /** Has the callback at `owner[key]` noted when it throws. */
  const guard = (owner: object, key: number | string, api: string): void => {
    const callback = (owner as Record<number | string, unknown>)[key] as Callback;
    if (isHandedOver() || typeof callback !== 'function') return;
    // By this name the SDK knows the frame that is not the application's.
    const named: { sentryWrapped: Callback } = {
      sentryWrapped: function (...args) {
        try {
          return callback.apply(this, args);
        } catch (error) {
          passing = error;
          record('caught', { error, api, handler: callback.name, args }, true);
          throw error;
        }
      },
    };
    const wrapper = wrappers.get(callback) ?? named.sentryWrapped;
    wrappers.set(callback, wrapper).set(wrapper, wrapper);
    // Frozen listeners stay as they are.
    Reflect.set(owner, key, wrapper);
  };

  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'])
    patch(window, name, (args) => {
      guard(args, 0, name);
    });
  patch(EventTarget.prototype, 'addEventListener', (args) => {
    guard(args, 1, 'addEventListener');
    guard(Object(args[1]) as object, 'handleEvent', 'handleEvent');
  });
  patch(XMLHttpRequest.prototype, 'send', (_args, _original, request) => {
    for (const name of ['onload', 'onerror', 'onprogress', 'onreadystatechange'])
      guard(request as object, name, `xhr.${name}`);
  });
  patch(EventTarget.prototype, 'removeEventListener', ([type, callback, options], original, self) => {
    original.call(self, type, wrappers.get(callback as Callback), options);
  });
  patch(console, 'error', (args) => {
    if (!isHandedOver()) record('console', args);
  });

  addEventListener('error', (event: EarlyData['error']) => {
    const { message, error } = event;
    const isNoted = error === passing;
    passing = record;
    if (!isNoted && !isHandedOver()) record('error', event, error != null || !QUIET.test(message));
  });
  addEventListener('unhandledrejection', (event) => {
    if (!isHandedOver()) record('unhandledrejection', event, true);
  });
}
