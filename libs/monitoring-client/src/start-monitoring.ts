import { toEnvelope, type EarlyConfig } from './early/beacon.ts';
import type { EarlyItem, EarlyRecorder } from './early/early-items.ts';
import { keep } from './early/keep.ts';
import { listenEarly } from './early/listen.ts';

/** What was noted before the SDK was there, and what is noted beside it. */
export interface EarlyBuffer {
  /** The `<meta>` tags of the first page, which navigations may take away; some tie it to the server's trace. */
  readonly metaTags: readonly HTMLMetaElement[];
  /** Hands over what was noted, in order, and from now on whatever is; `replay` must not throw. */
  readonly connect: (replay: (item: EarlyItem) => void) => void;
}

/** A running SDK, as {@link startMonitoring} drives it; `startSdk` of `@adit/monitoring-client/sdk` makes one. */
export interface StartedSdk {
  readonly flush: (timeoutMs?: number) => PromiseLike<boolean>;
  readonly close: (timeoutMs?: number) => PromiseLike<boolean>;
}

/** The module that holds the SDK, a chunk of its own. */
export interface SdkModule {
  readonly start: (early: EarlyBuffer) => StartedSdk;
}

/** What {@link startMonitoring} takes. */
export interface StartMonitoringOptions {
  /** Loads the SDK: `() => import('./monitoring/sdk')`. */
  load: () => PromiseLike<SdkModule>;
  /**
   * What the page is monitored as. Default: the JSON of the attribute `data-monitoring` of `<html>`, as
   * `serializeRuntimeConfig` of `@adit/monitoring-config` writes it. Without a DSN nothing is done.
   */
  config?: EarlyConfig | undefined;
  /**
   * How long the loaded page is left alone before the SDK may come, in milliseconds. Default 5000, after which a page counts
   * as interactive (https://web.dev/articles/tti); 0 for the first idle moment, which short visits without an error need to
   * be measured at all.
   */
  quietMs?: number | undefined;
}

/** Monitoring as the page sees it. None of its functions throws or rejects. */
export interface MonitoringHandle {
  /** Reports anything thrown, once the SDK is there if it is not yet. */
  readonly captureError: (error: unknown) => void;
  /** Loads the SDK now. Whether everything captured was handed over within `timeoutMs` milliseconds (default 2000). */
  readonly flush: (timeoutMs?: number) => Promise<boolean>;
  /** For Next's `onRouterTransitionStart`. */
  readonly onRouterTransitionStart: (href: string, type: string) => void;
}

/** What some browsers alone have. */
interface RecentWindow {
  /** Missing in Safari. */
  readonly requestIdleCallback?: (go: () => void, options: IdleRequestOptions) => unknown;
  /** Chromium alone has it, and throws where its quota is used up. */
  readonly fetchLater?: (url: string, init: RequestInit) => unknown;
}

/**
 * How long the texts of an envelope may be, in characters: the first for which the browser takes it. What it sends once the
 * page is gone is 64 KiB in all (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, #deferred-fetch-quota).
 */
const TEXT_LIMITS = [4_096, 1_024, 256, 64];

/** How long to wait each time before the chunk is asked for, in milliseconds. */
const DELAYS_MS = [0, 1_000, 4_000];

/**
 * Starts monitoring at next to no cost: notes what happens, and loads the SDK when the page has nothing better to do or
 * nobody looks at it, or at once when there is an error. Should the page be left before, or the SDK not come, errors are
 * sent without it.
 */
export function startMonitoring({
  load,
  config = readConfig(),
  quietMs = 5_000,
}: StartMonitoringOptions): MonitoringHandle {
  const { dsn, tunnel = '' } = config;
  const isOn = !!dsn && typeof window !== 'undefined';
  let items: EarlyItem[] = [];
  let sdk: StartedSdk | undefined;
  let loading: Promise<void> | undefined;
  let replay: ((item: EarlyItem) => void) | undefined;

  /** Whether `send` took the item, an error that can be put in words and has somewhere to go. */
  const isSent = (item: EarlyItem, send: (envelope: string) => unknown): unknown =>
    item.isError &&
    tunnel &&
    TEXT_LIMITS.some((limit) => {
      try {
        return send(toEnvelope(item, config, limit));
      } catch {
        return false;
      }
    });

  /** Errors leave the buffer, so that none is reported twice; the rest stays for the SDK, which may still come. */
  const sendErrors = (): void => {
    items = items.filter((item) => {
      const isLeft = !isSent(item, (body) => navigator.sendBeacon(tunnel, body));
      if (!isLeft) item.settled.abort();
      return isLeft;
    });
  };

  const record: EarlyRecorder = (kind, data, isError = false) => {
    if (!isOn) return;
    const item = {
      kind,
      data,
      isError,
      event: {
        event_id: 'xxxxxxxx'.replace(/x/g, () => Math.random().toString(16).slice(2, 6)),
        timestamp: Date.now() / 1_000,
        request: { url: location.href },
      },
      settled: new AbortController(),
    } as EarlyItem;
    if (replay) {
      replay(item);
      return;
    }
    items = keep(items, item);
    if (!isError) return;
    // A page that is closed before it has loaded is told nothing; a browser that knows of deferred requests sends them
    // then (https://fetch.spec.whatwg.org/#fetchlater-method).
    const { fetchLater } = window as RecentWindow;
    if (fetchLater)
      isSent(item, (body) => fetchLater(tunnel, { method: 'POST', body, signal: item.settled.signal }));
    // The SDK takes them over, if it comes.
    void start().then(sendErrors);
  };

  const tryLoading = async (): Promise<void> => {
    for (const delayMs of DELAYS_MS) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      try {
        sdk = (await load()).start({
          metaTags,
          connect: (take) => {
            replay = take;
            items.forEach(take);
            items = [];
          },
        });
        return;
      } catch {
        // Offline for a moment, or a deployment has taken the chunk away.
      }
    }
  };
  const start = (): Promise<void> => (loading ??= tryLoading());

  let metaTags: EarlyBuffer['metaTags'];
  if (isOn) {
    metaTags = [...document.querySelectorAll('meta')];
    listenEarly(record, () => replay);
    // The last moments a page is told of (https://developer.chrome.com/docs/web-platform/page-lifecycle-api).
    addEventListener('visibilitychange', () => {
      if (!document.hidden) return;
      sendErrors();
      void start();
    });
    addEventListener('pagehide', sendErrors);
    const whenIdle = (): void => {
      setTimeout(() => {
        // Safari knows of no idle time.
        const { requestIdleCallback = (go: () => void) => setTimeout(go) } = window as RecentWindow;
        requestIdleCallback(() => void start(), { timeout: 5_000 });
      }, quietMs);
    };
    if (document.readyState === 'complete') whenIdle();
    else addEventListener('load', whenIdle);
  }

  return {
    captureError: (error) => {
      record('generic', { error, place: new Error() }, true);
    },
    flush: async (timeoutMs = 2_000) => {
      try {
        if (isOn) await start();
        return await (sdk as StartedSdk).flush(timeoutMs);
      } catch {
        // The SDK failed, or did not come.
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
    // On a server, and where the attribute is missing or no JSON.
    return {};
  }
}
