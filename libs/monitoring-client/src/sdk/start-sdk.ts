import type { Client, Integration } from '@sentry/core';
import type { EarlyBuffer, StartedSdk } from '../start-monitoring.ts';
import { watchPageload } from './pageload.ts';
import { createReplay, type ReplayTarget } from './replay.ts';

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

/** The longest an error waits for an answer; one that noise rules drop gets none. */
const SETTLED_MS = 2_000;

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
  const restored = restoreTraceTags(early.traceTags);
  sdk.init(options);
  for (const tag of restored) tag.remove();
  const client = sdk.getClient();
  if (client === undefined) throw new Error('The SDK has no client after init.');
  client.on('afterSendEvent', early.settle);
  setTimeout(early.settle, SETTLED_MS);
  const replay = createReplay(client, sdk);
  const noteForPageload = watchPageload(client);
  early.connect((item) => {
    noteForPageload(item);
    replay(item);
  });
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
function restoreTraceTags(tags: EarlyBuffer['traceTags']): readonly Element[] {
  const gone = tags.filter(
    (tag) => document.querySelector(`meta[name=${tag.getAttribute('name')}]`) === null,
  );
  document.head.append(...gone);
  return gone;
}
