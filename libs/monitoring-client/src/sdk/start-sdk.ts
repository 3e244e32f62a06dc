import { getIntegrationsToSetup, type Client, type Integration } from '@sentry/core';
import { sendKeptLater } from '../kept/send-kept-later.ts';
import { drawPageLoad } from '../visit/draw-page-load.ts';
import type { EarlyBuffer, StartedSdk } from '../start-monitoring.ts';
import { continueSession } from './continue-session.ts';
import { cancelDeferredRequests } from './cancel-deferred-requests.ts';
import { createEarlierRequests } from './earlier-requests.ts';
import { correctPageloadSpan } from './correct-pageload-span.ts';
import { passForNative } from './pass-for-native.ts';
import { pause } from './pause.ts';
import { createTracingOnDemand } from './tracing-on-demand.ts';
import { createEarlyReporter, type RouterInstrumentation } from './report-early-items.ts';

/** The part of a Sentry SDK that is used; `@sentry/nextjs` and `@sentry/browser` export it. */
export interface BrowserSdk<Options> extends RouterInstrumentation {
  readonly init: (options: Options) => unknown;
  readonly getClient: () => Client | undefined;
  readonly flush: (timeoutMs?: number) => PromiseLike<boolean>;
  /**
   * Loads what only page loads and navigations need whose trace is sampled. Called before `init` or, for a navigation, later.
   * Default: the SDK has all of it.
   */
  readonly loadTracing?: (() => PromiseLike<unknown>) | undefined;
}

/** An integration in a chunk of its own: session replay, feedback, profiling. */
export interface LazyIntegration {
  /** Share of page loads that load it, 0 to 1. Default 1. */
  sampleRate?: number;
  /** Loads it: `async () => (await import('./session-replay')).replay`. If it fails, the SDK runs without it. */
  load: () => PromiseLike<Integration>;
}

/**
 * The options of an SDK that are used, and one that all SDKs have: TypeScript rejects a type that shares no property
 * name.
 */
export interface IntegrationOptions {
  dsn?: string | undefined;
  integrations?: Integration[] | ((defaults: Integration[]) => Integration[]) | undefined;
  tracesSampleRate?: number | undefined;
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

/** It starts the pageload span, and its setup takes longest. */
const TRACING = 'BrowserTracing';

/**
 * Starts the SDK in parts, between which the page can answer its visitor, and reports earlier items. Integrations that
 * process events start first, then tracing. Those that capture errors start last, so that nothing is reported twice.
 * @returns a promise that rejects if the SDK throws or has no client; `startMonitoring` then sends errors without it
 */
export async function startSdk<Options extends IntegrationOptions>({
  sdk,
  options,
  early,
  lazyIntegrations = [],
}: StartSdkOptions<Options>): Promise<StartedSdk> {
  const tracing = createTracingOnDemand(sdk.loadTracing, options.tracesSampleRate);
  const draw = early.visit?.draw ?? (sdk.loadTracing && drawPageLoad(early.metaTags));
  await tracing.forPageLoad(draw);
  let later: Integration[] = [];
  const integrations = (defaultIntegrations: Integration[]): Integration[] => {
    const all = getIntegrationsToSetup({ defaultIntegrations, integrations: options.integrations });
    // Every event must pass through the noise rules.
    later = all.filter((it) => !it.processEvent && !it.preprocessEvent);
    return all.filter((integration) => !later.includes(integration));
  };
  const tags = addedTags(early.metaTags);
  passForNative(() => sdk.init({ ...options, integrations }));
  const client = sdk.getClient();
  if (client === undefined) throw new Error('The SDK has no client');
  const cancelWhenSettled = cancelDeferredRequests(client);
  // Before the pageload span is corrected: it sets the start time of navigations.
  const report = createEarlyReporter(client, sdk, draw);
  const session = early.visit?.handOver();
  if (session) continueSession(client, session);
  const add = (isTracing: boolean): void => {
    passForNative(() => {
      for (const integration of later)
        if ((integration.name === TRACING) === isTracing) client.addIntegration(integration);
    });
  };
  const addRequestsUntil = createEarlierRequests(client.getOptions().tunnel);
  await pause();
  add(true);
  for (const tag of tags) tag.remove();
  const countForPageload = correctPageloadSpan(client);
  await pause();
  add(false);
  let isLive = false;
  const ownIds: string[] = [];
  early.connect((item) => {
    try {
      if (!isLive) {
        ownIds.push(item.event.event_id);
        addRequestsUntil(item.event.timestamp);
      }
      countForPageload(item);
    } catch {
      // The item is still reported.
    }
    const wasLive = isLive;
    tracing.inTurn(item, wasLive, () => {
      // Not before it is reported: until then it is kept, and its deferred request is armed.
      try {
        if (!wasLive) cancelWhenSettled(item);
      } catch {
        // It is still reported.
      }
      report(item, wasLive);
    });
  });
  isLive = true;
  addRequestsUntil(Infinity);
  void sendKeptLater({
    config: early.config,
    send: async (config) => (await import('../kept/send-kept.ts')).sendKept(config),
    ownIds,
    isDebugging: client.getOptions().debug,
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
    // The SDK runs without it.
  }
}

/** Adds the trace tags again that a navigation has removed, and returns them. The SDK reads them from the document. */
function addedTags(tags: EarlyBuffer['metaTags']): readonly Element[] {
  const gone = tags.filter(
    ({ name }) => TRACE_TAGS.includes(name) && document.querySelector(`meta[name=${name}]`) === null,
  );
  document.head.append(...gone);
  return gone;
}
