import type { Client, Integration } from '@sentry/core';
import type { EarlyBuffer, StartedSdk } from '../start-monitoring.ts';
import { cancelDeferredRequests } from './cancel-deferred-requests.ts';
import { correctPageloadSpan } from './correct-pageload-span.ts';
import { passForNative } from './pass-for-native.ts';
import { createEarlyReporter, type RouterInstrumentation } from './report-early-items.ts';

/** The part of a Sentry SDK that is used; `@sentry/nextjs` and `@sentry/browser` export it. */
export interface BrowserSdk<Options> extends RouterInstrumentation {
  readonly init: (options: Options) => unknown;
  readonly getClient: () => Client | undefined;
  readonly flush: (timeoutMs?: number) => PromiseLike<boolean>;
}

/** An integration in a chunk of its own: session replay, feedback, profiling. */
export interface LazyIntegration {
  /** Share of page loads that load it, 0 to 1. Default 1. */
  sampleRate?: number;
  /** Loads it: `async () => (await import('./session-replay')).replay`. If it fails, the SDK runs without it. */
  load: () => PromiseLike<Integration>;
}

/** Options of {@link startSdk}. */
export interface StartSdkOptions<Options> {
  /** An object with functions of the Sentry SDK, under their own names. */
  sdk: BrowserSdk<Options>;
  /** Options for `sdk.init`; `toClientOptions` of `@adit/monitoring-config` returns them. */
  options: Options;
  /** The argument that `startMonitoring` passes to `start`. */
  early: EarlyBuffer;
  /** Loaded after the SDK has started. Default none. */
  lazyIntegrations?: readonly LazyIntegration[];
}

/** Names of the tags with the server's trace. */
const TRACE_TAGS = ['sentry-trace', 'baggage'];

/**
 * Starts the SDK and reports what happened before.
 * @throws Error if the SDK throws or has no client; `startMonitoring` then sends errors without it
 */
export function startSdk<Options>({
  sdk,
  options,
  early,
  lazyIntegrations = [],
}: StartSdkOptions<Options>): StartedSdk {
  const restored = restoreTraceTags(early.metaTags);
  passForNative(window, ['fetch', 'setTimeout'], () => sdk.init(options));
  for (const tag of restored) tag.remove();
  const client = sdk.getClient();
  if (client === undefined) throw new Error('The SDK has no client after init.');
  const cancelWhenSettled = cancelDeferredRequests(client);
  // Before the pageload span is corrected: it sets the start time of navigations.
  const report = createEarlyReporter(client, sdk);
  const countForPageload = correctPageloadSpan(client);
  let isLive = false;
  early.connect((item) => {
    try {
      if (!isLive) cancelWhenSettled(item);
      countForPageload(item);
    } catch {
      // The item is still reported.
    }
    report(item, isLive);
  });
  isLive = true;
  for (const { sampleRate = 1, load } of lazyIntegrations) {
    if (Math.random() < sampleRate) void addLater(client, load);
  }
  return { flush: (timeoutMs) => sdk.flush(timeoutMs), close: (timeoutMs) => client.close(timeoutMs) };
}

async function addLater(client: Client, load: LazyIntegration['load']): Promise<void> {
  try {
    client.addIntegration(await load());
  } catch {
    // The SDK runs without it.
  }
}

/** Puts back the trace tags that a navigation has removed, and returns them. The SDK reads them from the document. */
function restoreTraceTags(tags: EarlyBuffer['metaTags']): readonly Element[] {
  const gone = tags.filter(
    ({ name }) => TRACE_TAGS.includes(name) && document.querySelector(`meta[name=${name}]`) === null,
  );
  document.head.append(...gone);
  return gone;
}
