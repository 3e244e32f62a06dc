import type { Client, Integration } from '@sentry/core';
import type { EarlyBuffer, StartedSdk } from '../start-monitoring.ts';
import { watchPageload } from './pageload.ts';
import { createReplay, type ReplayTarget } from './replay.ts';
import { watchSettled } from './watch-settled.ts';

/** The part of a Sentry SDK that is driven; the namespace of `@sentry/nextjs` or `@sentry/browser` is handed in whole. */
export interface BrowserSdk<Options> extends ReplayTarget {
  readonly init: (options: Options) => unknown;
  readonly getClient: () => Client | undefined;
  readonly flush: (timeoutMs?: number) => PromiseLike<boolean>;
}

/** Something heavy that only some visitors need: replay, feedback, profiling. */
export interface LazyIntegration {
  /** Share of page loads it is loaded in, 0 to 1. Default 1. */
  sampleRate?: number;
  /** Loads it: `async () => (await import('./replay')).replay`. What fails to load is left out. */
  load: () => PromiseLike<Integration>;
}

/** What {@link startSdk} takes. */
export interface StartSdkOptions<Options> {
  sdk: BrowserSdk<Options>;
  /** Options for `sdk.init`, such as `toClientOptions` of `@adit/monitoring-config` returns. */
  options: Options;
  /** What `startMonitoring` hands to `start`. */
  early: EarlyBuffer;
  /** Loaded once the SDK has started. Default none. */
  lazyIntegrations?: readonly LazyIntegration[];
}

/** Names of the tags that tie the page to the server's trace. */
const TRACE_TAGS = ['sentry-trace', 'baggage'];

/**
 * Starts the SDK and replays to it what happened before.
 * @throws Error where the SDK throws or yields no client; `startMonitoring` then sends errors without it
 */
export function startSdk<Options>({
  sdk,
  options,
  early,
  lazyIntegrations = [],
}: StartSdkOptions<Options>): StartedSdk {
  const restored = restoreTraceTags(early.metaTags);
  sdk.init(options);
  for (const tag of restored) tag.remove();
  const client = sdk.getClient();
  if (client === undefined) throw new Error('The SDK has no client after init.');
  const noteForSettled = watchSettled(client);
  // Before the page load is watched: it gives navigations the time of then.
  const replay = createReplay(client, sdk);
  const noteForPageload = watchPageload(client);
  let isLive = false;
  early.connect((item) => {
    try {
      if (!isLive) noteForSettled(item);
      noteForPageload(item);
    } catch {
      // It is reported all the same.
    }
    replay(item, isLive);
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
    // Errors are reported without it.
  }
}

/** The SDK reads them off the document, from which a navigation may have taken them by now. */
function restoreTraceTags(tags: EarlyBuffer['metaTags']): readonly Element[] {
  const gone = tags.filter(
    ({ name }) => TRACE_TAGS.includes(name) && document.querySelector(`meta[name=${name}]`) === null,
  );
  document.head.append(...gone);
  return gone;
}
