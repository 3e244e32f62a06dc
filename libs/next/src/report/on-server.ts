import type { ErrorContext } from '@adit/monitoring-client';

type Report = (error: unknown, context?: ErrorContext) => void;

/** Next bundles instrumentation, pages and routes separately; they share this object. */
const shared = globalThis as { [key: symbol]: Report | undefined };
const KEY = Symbol.for('@adit/next:report');

/** Reports through the SDK of the server, once `register` has started it. Never throws, for any value. */
export const captureOnServer: Report = (error, context) => {
  try {
    shared[KEY]?.(error, copyOf(context));
  } catch {
    // Monitoring must not break the application.
  }
};

/** `undefined` if reading the context throws: the error is still reported. */
function copyOf(context: ErrorContext | undefined): ErrorContext | undefined {
  try {
    return context && { ...context };
  } catch {
    return undefined;
  }
}

/** Called by `register`. */
export const reportOnServerBy = (report: Report): void => void (shared[KEY] = report);
