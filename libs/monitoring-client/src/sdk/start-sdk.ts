/** The part of a Sentry SDK that is driven; the namespace of `@sentry/nextjs` or `@sentry/browser` is handed in whole. */
export interface MonitoringSdk<Options> {
  readonly init: (options: Options) => unknown;
  readonly getClient: () => { close: (timeoutMs?: number) => PromiseLike<boolean> } | undefined;
  readonly captureException: (error: unknown) => string;
  readonly flush: (timeoutMs?: number) => PromiseLike<boolean>;
}

/** What {@link startMonitoring} takes. */
export interface StartMonitoringOptions<Options> {
  sdk: MonitoringSdk<Options>;
  /** Options for `sdk.init`, such as `toClientOptions` of `@adit/monitoring-config` returns. */
  options: Options;
  /** Told, once, that monitoring itself failed. Default: `console.warn`. */
  warn?: (message: string, error: unknown) => void;
}

/** Whether errors are being monitored, and if not, why. */
export type MonitoringStatus =
  | { readonly state: 'started' }
  | { readonly state: 'disabled'; readonly reason: 'no-dsn' | 'failed' | 'closed' };

/** Monitoring as the page sees it. None of its functions throws or rejects. */
export interface MonitoringHandle {
  readonly state: MonitoringStatus['state'];
  /** State and, when disabled, the reason. */
  readonly status: () => MonitoringStatus;
  /** Reports anything thrown; the result is the event's id, `undefined` when nothing was captured. */
  readonly captureError: (error: unknown) => string | undefined;
  /** Whether everything captured was handed over within `timeoutMs` milliseconds (default 2000). */
  readonly flush: (timeoutMs?: number) => Promise<boolean>;
  /** Flushes as above and stops; monitoring may be started again after that. */
  readonly close: (timeoutMs?: number) => Promise<boolean>;
}

const DEFAULT_FLUSH_TIMEOUT_MS = 2_000;

/** A page has one SDK, so the SDK is what is started once; modules may be evaluated twice, as on hot reload. */
const handles = new WeakMap<object, MonitoringHandle>();

/**
 * Starts the SDK once: a second call with the same SDK returns the first handle. Without a DSN nothing starts, and whatever
 * the SDK throws stays here: monitoring never breaks its host.
 */
export function startMonitoring<Options extends { dsn?: string | undefined }>({
  sdk,
  options,
  warn = warnOnConsole,
}: StartMonitoringOptions<Options>): MonitoringHandle {
  const running = handles.get(sdk);
  if (running !== undefined) return running;

  const attempt = createAttempt(warn);
  let status: MonitoringStatus = options.dsn
    ? attempt.run(() => startSdk(sdk, options), FAILED)
    : { state: 'disabled', reason: 'no-dsn' };

  const whenStarted = async (action: () => PromiseLike<boolean> | undefined): Promise<boolean> => {
    if (status.state === 'disabled') return true;
    return attempt.settle(async () => (await action()) ?? true);
  };

  const handle: MonitoringHandle = {
    get state() {
      return status.state;
    },
    status: () => status,
    captureError: (error) =>
      status.state === 'started' ? attempt.run(() => sdk.captureException(error), undefined) : undefined,
    flush: (timeoutMs = DEFAULT_FLUSH_TIMEOUT_MS) => whenStarted(() => sdk.flush(timeoutMs)),
    close: async (timeoutMs = DEFAULT_FLUSH_TIMEOUT_MS) => {
      const closed = await whenStarted(() => sdk.getClient()?.close(timeoutMs));
      status = { state: 'disabled', reason: 'closed' };
      handles.delete(sdk);
      return closed;
    },
  };
  handles.set(sdk, handle);
  return handle;
}

const FAILED: MonitoringStatus = { state: 'disabled', reason: 'failed' };

function startSdk<Options>(sdk: MonitoringSdk<Options>, options: Options): MonitoringStatus {
  sdk.init(options);
  return { state: 'started' };
}

/** Runs what may throw, and warns of the first failure only: a broken SDK fails at every event. */
function createAttempt(warn: (message: string, error: unknown) => void) {
  let hasWarned = false;
  const fail = (error: unknown): void => {
    if (hasWarned) return;
    hasWarned = true;
    try {
      warn('Monitoring failed; the page goes on without it.', error);
    } catch {
      // There is nobody left to tell.
    }
  };
  return {
    run: <Result, Fallback>(action: () => Result, fallback: Fallback): Result | Fallback => {
      try {
        return action();
      } catch (error) {
        fail(error);
        return fallback;
      }
    },
    settle: async (action: () => Promise<boolean>): Promise<boolean> => {
      try {
        return await action();
      } catch (error) {
        fail(error);
        return false;
      }
    },
  };
}

/** The one line this library writes: monitoring that failed cannot report itself. */
function warnOnConsole(message: string, error: unknown): void {
  globalThis.console.warn(message, error);
}
