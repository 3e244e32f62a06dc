import type { EarlyRecorder, WindowFault } from './early-items.ts';

type Callback = (...args: unknown[]) => unknown;
type Owner = Record<number | string, unknown>;

// What browsers put off or hide; an SDK would drop it (`NOISE_RULES` of @adit/monitoring-config).
const QUIET = /^(Script error|ResizeObserver)/;

/**
 * The property of a callback that holds its wrapper. The SDK looks there before it makes a wrapper of its own (`wrap` of
 * `@sentry/browser`, helpers.ts), so a listener added before and after it starts is the same one to the browser.
 */
const WRAPPER = '__sentry_wrapped__';

/**
 * Notes what an SDK would have captured, where an SDK would have: on `window`, on the console, and around the callbacks of
 * timers, frames, event listeners and requests (`globalHandlers` and `browserApiErrors` of `@sentry/browser`). Functions are
 * replaced by proxies, which keep the name, length and properties of the original.
 * From when the SDK listens (`isHandedOver`) only callbacks that were wrapped before are watched here.
 */
export function listenEarly(record: EarlyRecorder, isHandedOver: () => unknown): void {
  // As the SDK does: an error's stack is written when the error is made.
  (Error as { stackTraceLimit?: number }).stackTraceLimit = 50;
  /** The error on its way from a callback to `window`, where it is not to be noted again; at first nothing a page throws. */
  let passing: unknown = record;

  /** Has `before` look at the arguments, and change them, on each call of `target[name]` (default `missing`). */
  const patch = (
    target: object,
    name: string,
    before: (args: unknown[], self: object) => void,
    missing?: Callback,
  ): void => {
    try {
      const owner = target as Owner;
      owner[name] = new Proxy((owner[name] ?? missing) as Callback, {
        apply(original, self: object, args: unknown[]) {
          try {
            before(args, self);
          } catch {
            // What cannot be read or written stays as it is.
          }
          return Reflect.apply(original, self, args);
        },
      });
    } catch {
      // The browser lacks it, or the page does not let it be replaced.
    }
  };

  /** Has the callback at `target[key]` noted when it throws. @throws TypeError if target or callback are frozen */
  const guard = (target: unknown, key: number | string, api: string): void => {
    const owner = target as Owner;
    const callback = owner[key] as Callback;
    if (typeof callback !== 'function') return;
    if (!Object.hasOwn(callback, WRAPPER)) {
      if (isHandedOver()) return;
      // By this name the SDK knows the frame that is not the application's.
      const { sentryWrapped } = {
        sentryWrapped: (original: Callback, self: unknown, args: unknown[]): unknown => {
          try {
            return Reflect.apply(original, self, args);
          } catch (error) {
            passing = error;
            record(`auto.browser.browserapierrors.${api}`, { error, handler: original.name, args }, true);
            throw error;
          }
        },
      };
      Object.defineProperty(callback, WRAPPER, { value: new Proxy(callback, { apply: sentryWrapped }) });
    }
    owner[key] = (callback as unknown as Owner)[WRAPPER];
  };

  /** Has the window's events noted, and what the page hands to their handler itself. */
  const watch = (type: 'error' | 'unhandledrejection'): void => {
    const note = (fault: WindowFault): void => {
      const { error, message } = fault;
      const isNoted = error === passing;
      passing = record;
      if (!isNoted && !isHandedOver())
        record(
          `auto.browser.global_handlers.on${type}`,
          fault,
          error != null || !QUIET.test(message as string),
        );
    };
    // The page may put its own handler in the place of ours, so the browser's events are listened to.
    addEventListener(type, note as EventListener);
    patch(
      window,
      `on${type}`,
      (args) => {
        const [message] = args as [Partial<ErrorEvent & PromiseRejectionEvent> | undefined];
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- all browsers have it, and nothing else tells this
        const event = window.event as Partial<ErrorEvent> | undefined;
        // The browser calls it with the event it dispatches, or with that event's message.
        if (event !== message && event?.message !== message)
          note({ message, error: args[4] ?? (message?.reason as unknown), args });
      },
      () => undefined,
    );
  };

  watch('error');
  watch('unhandledrejection');
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'])
    patch(window, name, (args) => {
      guard(args, 0, name);
    });
  const { prototype } = EventTarget;
  const { removeEventListener } = prototype as unknown as Owner;
  patch(prototype, 'addEventListener', (args) => {
    guard(args, 1, 'addEventListener');
    guard(args[1], 'handleEvent', 'handleEvent');
  });
  patch(prototype, 'removeEventListener', ([type, callback, options], self) => {
    if (Object.hasOwn(callback as Owner, WRAPPER))
      Reflect.apply(removeEventListener as Callback, self, [type, (callback as Owner)[WRAPPER], options]);
  });
  patch(XMLHttpRequest.prototype, 'send', (_args, request) => {
    for (const name in request) if (name.startsWith('on')) guard(request, name, `xhr.${name}`);
  });
  patch(console, 'error', (args) => {
    if (!isHandedOver()) record('console', args);
  });
}
