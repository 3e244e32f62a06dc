import { outlivePage, sendBeacon } from './early/beacon.ts';
import { addToBuffer } from './early/early-buffer.ts';
import type { EarlyItem, EarlyRecorder, ErrorContext } from './early/early-items.ts';
import { createId } from './early/create-id.ts';
import type { EarlyConfig } from './early/error-envelope.ts';
import { listenEarly } from './early/listen-early.ts';
import type { CreateVisit, Visit } from './visit/visit.ts';

/** The items recorded before the SDK started. */
export interface EarlyBuffer {
  readonly config: EarlyConfig;
  /** The `<meta>` tags of the first page. Some hold the server's trace, and navigations may remove them. */
  readonly metaTags: readonly HTMLMetaElement[];
  /** The visit, if its session may have been sent without the SDK. */
  readonly visit?: Visit | undefined;
  /** Calls `report` with each recorded item in order, and from then on with each new one. `report` must not throw. */
  readonly connect: (report: (item: EarlyItem) => void) => void;
}

/** A running SDK; `startSdk` of `@adit/monitoring-client/sdk` returns one. */
export interface StartedSdk {
  readonly flush: (timeoutMs?: number) => PromiseLike<boolean>;
  readonly close: (timeoutMs?: number) => PromiseLike<boolean>;
}

/** The module with the SDK, in a chunk of its own. */
export interface SdkModule {
  readonly start: (early: EarlyBuffer) => StartedSdk | PromiseLike<StartedSdk>;
}

/** Options of {@link startMonitoring}. */
export interface StartMonitoringOptions {
  /** Loads the SDK: `() => import('./monitoring/sdk')`. */
  load: () => PromiseLike<SdkModule>;
  /**
   * Default: the JSON in the attribute `data-monitoring` of `<html>`, which `serializeRuntimeConfig` of
   * `@adit/monitoring-config` writes. Without a DSN nothing is monitored.
   */
  config?: EarlyConfig | undefined;
  /**
   * Milliseconds between the load event and the SDK. Default 5000, after which a page counts as interactive
   * (https://web.dev/articles/tti). Set it to 0 if you need web vitals from short visits.
   */
  quietMs?: number | undefined;
  /**
   * Loads `createVisit` of `@adit/monitoring-client/visit`: only visits with an error and sampled ones then load the SDK.
   * Called when the SDK would be loaded otherwise. Default: every visit loads the SDK.
   */
  loadVisit?: (() => PromiseLike<CreateVisit>) | undefined;
}

/** The page's access to monitoring. Its functions never throw or reject. */
export interface MonitoringHandle {
  /**
   * Reports an error, with its context. The SDK is loaded first if needed. An error that equals the one before it is not
   * sent again, as in the SDK, and keeps that one's id. One with a fingerprint is left to the SDK.
   */
  readonly captureError: (error: unknown, context?: ErrorContext) => void;
  /** Returns the event id of the newest error; `undefined` if there was none, or monitoring is off. */
  readonly lastEventId: () => string | undefined;
  /**
   * Loads the SDK and resolves to whether everything was sent. Each of the two may take `timeoutMs` milliseconds (default 2000).
   */
  readonly flush: (timeoutMs?: number) => Promise<boolean>;
  /** Export it from `instrumentation-client.ts` for Next. */
  readonly onRouterTransitionStart: (href: string, type: string) => void;
}

/**
 * Starts monitoring. It records items and loads the SDK once the page has loaded and is idle, when the page is hidden,
 * or at once for an error. If the page is left before that, or the SDK does not load, errors are sent without it. Errors
 * that the tunnel has not answered are kept in `localStorage`, and sent by the next page of the origin.
 */
export function startMonitoring({
  load,
  config = readConfig(),
  quietMs = 5_000,
  loadVisit,
}: StartMonitoringOptions): MonitoringHandle {
  const isOn = config.dsn && typeof window !== 'undefined';
  let items: EarlyItem[] = [];
  let sdk: StartedSdk | undefined;
  let loading: Promise<void> | undefined;
  let report: ((item: EarlyItem) => void) | undefined;
  let lastEventId: string | undefined;
  /** The text that the SDK compares, of the newest error if `captureError` got it. */
  let lastText: string | undefined;
  let visit: Visit | undefined;

  /** Removes the errors that were sent, so that the SDK does not send them again. */
  const sendErrors = (): void => {
    items = items.filter((item) => !sendBeacon(item, config) || item.settled.abort());
  };

  const record: EarlyRecorder = (kind, data, isError = false) => {
    if (!isOn) return;
    const item = {
      kind,
      data,
      isError,
      event: {
        event_id: createId(),
        timestamp: Date.now() / 1_000,
        request: { url: location.href },
      },
      settled: new AbortController(),
    } as EarlyItem;
    if (isError) {
      lastEventId = item.event.event_id;
      lastText = undefined;
    }
    if (report) {
      report(item);
      return;
    }
    items = addToBuffer(items, item);
    if (visit?.needsSdk(item)) void start();
    if (!isError) return;
    outlivePage(item, config);
    // Nothing is left to send if the SDK has started.
    void start().then(sendErrors);
  };

  const tryLoading = async (): Promise<void> => {
    // Milliseconds before each attempt.
    for (const delayMs of [0, 1_000, 4_000]) {
      if (delayMs) {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        // Some browsers report that they are offline when they are not, so the first attempt does not wait.
        if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve));
      }
      try {
        sdk = await (
          await load()
        ).start({
          config,
          metaTags,
          visit,
          connect: (take) => {
            report = take;
            items.forEach(take);
            items = [];
          },
        });
        return;
      } catch (error) {
        // Offline for a moment, a deployment has removed the chunk, or the SDK's options are wrong. Only the first
        // attempt logs it.
        // eslint-disable-next-line no-console -- the only way to tell the page's author
        if (!delayMs) console.warn(error);
      }
    }
  };
  const start = (): Promise<void> => (loading ??= tryLoading());
  const startIfNeeded = async (): Promise<void> => {
    try {
      if (!loading && loadVisit) {
        const create = await loadVisit();
        visit ??= create(config, metaTags);
        if (!(await visit.send()) && !items.some(visit.needsSdk)) return;
      }
    } catch {
      // The chunk is missing.
    }
    void start();
  };

  let metaTags: EarlyBuffer['metaTags'];
  if (isOn) {
    metaTags = [...document.querySelectorAll('meta')];
    listenEarly(record, () => report);
    // The last event that a page reliably gets (https://developer.chrome.com/docs/web-platform/page-lifecycle-api).
    addEventListener('visibilitychange', () => {
      if (!document.hidden) return;
      // Offline, browsers accept a beacon and lose it. The page may come back.
      if (navigator.onLine) sendErrors();
      void startIfNeeded();
    });
    addEventListener('pagehide', sendErrors);
    const startWhenIdle = (): void => {
      setTimeout(() => {
        // Safari has no `requestIdleCallback`. `setTimeout` reads these options as no delay.
        ((window as Partial<Window>).requestIdleCallback ?? (setTimeout as typeof requestIdleCallback))(
          () => void startIfNeeded(),
          { timeout: 5_000 },
        );
      }, quietMs);
    };
    if (document.readyState === 'complete') startWhenIdle();
    else addEventListener('load', startWhenIdle);
  }

  return {
    captureError: (error, context) => {
      const place = new Error();
      let text: string | undefined;
      try {
        if (!context?.fingerprint) text = `${error as string}${(error as Error).stack ?? place.stack}`;
      } catch {
        // The value cannot be read.
      }
      if (!text || text !== lastText) record('generic', { error, place, context }, true);
      lastText = text;
    },
    lastEventId: () => lastEventId,
    flush: async (timeoutMs = 2_000) => {
      try {
        // Without a network, the SDK does not load.
        if (isOn) await Promise.race([start(), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
        return await (sdk as StartedSdk).flush(timeoutMs);
      } catch {
        // The SDK failed or did not load.
        return !isOn;
      }
    },
    onRouterTransitionStart: (href, type) => {
      record('navigation', { href, type });
    },
  };
}

function readConfig(): EarlyConfig {
  try {
    return JSON.parse(document.documentElement.dataset['monitoring'] as string) as EarlyConfig;
  } catch {
    // On a server, or if the attribute is missing or is not JSON.
    return {};
  }
}
