import type { EarlyRecorder, WindowFault } from './early-items.ts';

type Callback = (...args: unknown[]) => unknown;
type Owner = Record<number | string, unknown>;

/** Errors that the SDK's noise rules drop (`NOISE_RULES` of `@adit/monitoring-config`): they do not load the SDK. */
const NOISE = /^(Script error|ResizeObserver)/;

/**
 * The property of a callback that holds its wrapper. The SDK reads it before it makes a wrapper of its own (`wrap` in
 * `@sentry/browser`, helpers.ts). So a listener that is added before and after the SDK starts is one listener to the browser.
 */
const WRAPPER = '__sentry_wrapped__';

/**
 * Records what the SDK would capture: errors and rejections of `window`, `console.error`, clicks, and errors in callbacks of
 * timers, frames, event listeners and requests (`globalHandlers`, `breadcrumbs` and `browserApiErrors` of `@sentry/browser`). Once the SDK listens
 * (`isHandedOver`), only callbacks that were wrapped before are still recorded here.
 */
export function listenEarly(record: EarlyRecorder, isHandedOver: () => unknown): void {
  // The SDK sets it too. The browser writes the stack when the error is created.
  (Error as { stackTraceLimit?: number }).stackTraceLimit = 50;
  /**
   * The error that a callback just threw: `window` reports it again. `record` means none, because no page throws it.
   */
  let rethrown: unknown = record;

  /**
   * Runs `before` on each call of `target[name]`; it may change the arguments. The proxy has the name, length and properties
   * of the original.
   */
  const replace = (target: object, name: string, before: (args: unknown[], self: object) => void): void => {
    try {
      const owner = target as Owner;
      owner[name] = new Proxy(owner[name] as Callback, {
        apply(original, self: object, args: unknown[]) {
          try {
            before(args, self);
          } catch {
            // An argument that cannot be read or written stays as it is.
          }
          return Reflect.apply(original, self, args);
        },
      });
    } catch {
      // The browser lacks it, or the page has made it read-only.
    }
  };

  /** Records errors thrown by the callback at `target[key]`. @throws TypeError if target or callback are frozen */
  const wrap = (target: unknown, key: number | string, api = key): void => {
    const owner = target as Owner;
    const callback = owner[key] as Callback;
    if (typeof callback !== 'function') return;
    if (!Object.hasOwn(callback, WRAPPER)) {
      if (isHandedOver()) return;
      // The SDK recognises its own stack frames by this name, which minifiers keep for a property.
      const { sentryWrapped } = {
        sentryWrapped: (original: Callback, self: unknown, args: unknown[]): unknown => {
          try {
            return Reflect.apply(original, self, args);
          } catch (error) {
            rethrown = error;
            record(`auto.browser.browserapierrors.${api}`, { error, handler: original.name, args }, true);
            throw error;
          }
        },
      };
      Object.defineProperty(callback, WRAPPER, { value: new Proxy(callback, { apply: sentryWrapped }) });
    }
    owner[key] = (callback as unknown as Owner)[WRAPPER];
  };

  for (const name of ['onerror', 'onunhandledrejection'] as const) {
    const recordFault = (fault: WindowFault): void => {
      const { error, message } = fault;
      const isRecorded = error === rethrown;
      rethrown = record;
      if (!isRecorded && !isHandedOver())
        record(
          `auto.browser.global_handlers.${name}`,
          fault,
          error != null || !NOISE.test(message as string),
        );
    };
    // The page may replace our handler, so the browser's events are read from a listener.
    addEventListener(name.slice(2), recordFault as EventListener);
    // Pages also call the handler themselves.
    window[name] ??= () => undefined;
    replace(window, name, (args) => {
      const [message] = args as [Partial<ErrorEvent & PromiseRejectionEvent> | undefined];
      // oxlint-disable-next-line typescript/no-deprecated -- all browsers have it, and nothing else shows this
      const event = window.event as Partial<ErrorEvent> | undefined;
      // The browser passes the event it dispatches, or that event's message.
      if (event !== message && event?.message !== message)
        recordFault({ message, error: args[4] ?? (message?.reason as unknown), args });
    });
  }
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'])
    replace(window, name, (args) => {
      wrap(args, 0, name);
    });
  const { prototype } = EventTarget;
  const { removeEventListener } = prototype as unknown as Owner;
  replace(prototype, 'addEventListener', (args) => {
    wrap(args, 1, 'addEventListener');
    wrap(args[1], 'handleEvent');
  });
  // Removes the wrapper; the call itself then removes the listener, if it was added before.
  replace(prototype, 'removeEventListener', ([type, callback, options], self) => {
    if (Object.hasOwn(callback as Owner, WRAPPER))
      Reflect.apply(removeEventListener as Callback, self, [type, (callback as Owner)[WRAPPER], options]);
  });
  replace(XMLHttpRequest.prototype, 'send', (_args, request) => {
    for (const name in request) if (name.startsWith('on')) wrap(request, name, `xhr.${name}`);
  });
  replace(console, 'error', (args) => {
    if (!isHandedOver()) record('console', args);
  });
  addEventListener(
    'click',
    (event) => {
      if (!isHandedOver()) record('click', event);
    },
    true,
  );
}
