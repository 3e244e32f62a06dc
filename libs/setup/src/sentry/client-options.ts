import type { SdkMajor } from './sdk-major.ts';

/** The place of an option of the browser's `Sentry.init` after the conversion. */
export type Fate =
  /** An option of `monitoring` in `adit.config`, with the same value. */
  | 'monitoring'
  /**
   * As `monitoring` if the function uses nothing else of its file, else as `late`, because `adit.config` also runs on
   * the server.
   */
  | 'function'
  /** An option of `eventFiltersIntegration`. */
  | 'filter'
  /** The SDK reads it when it is needed, so an integration can set it. */
  | 'late'
  /** As `late` with SDK 10; SDK 11 does not support it, for the reason given. */
  | { readonly goneIn11: string }
  /** Left out, with the reason. */
  | { readonly leftOut: string };

const GONE = { leftOut: 'the SDK does not have it' };
const FOR_DEVELOPMENT = { leftOut: 'it is for development' };

/** The options of the browser's SDK that are kept or left out. */
export const CLIENT_OPTIONS = {
  environment: 'monitoring',
  sampleRate: 'monitoring',
  tracesSampleRate: 'monitoring',
  replaysSessionSampleRate: 'monitoring',
  replaysOnErrorSampleRate: 'monitoring',
  dataCollection: 'monitoring',
  beforeSend: 'function',

  ignoreErrors: 'filter',
  ignoreTransactions: 'filter',
  allowUrls: 'filter',
  denyUrls: 'filter',

  attachStacktrace: 'late',
  beforeBreadcrumb: 'late',
  beforeSendLog: 'late',
  beforeSendMetric: 'late',
  beforeSendSpan: 'late',
  beforeSendTransaction: 'late',
  dist: 'late',
  enhanceFetchErrorMessages: 'late',
  ignoreSpans: 'late',
  initialScope: 'late',
  maxBreadcrumbs: 'late',
  maxValueLength: 'late',
  normalizeDepth: 'late',
  normalizeMaxBreadth: 'late',
  parentSpanIsAlwaysRootSpan: 'late',
  profileLifecycle: 'late',
  profileSessionSampleRate: 'late',
  propagateTraceparent: 'late',
  strictTraceContinuation: 'late',
  tracePropagationTargets: 'late',
  tracesSampler: 'late',

  enableLogs: { goneIn11: 'SDK 11 always sends logs' },
  enableMetrics: { goneIn11: 'SDK 11 always sends metrics' },
  profilesSampleRate: { goneIn11: 'SDK 11 has profileSessionSampleRate and profileLifecycle in its place' },
  streamGenAiSpans: { goneIn11: 'SDK 11 does not have it' },

  tunnel: { leftOut: 'Adit has its own tunnel path' },
  debug: FOR_DEVELOPMENT,
  spotlight: FOR_DEVELOPMENT,
} as const satisfies Readonly<Record<string, Fate>>;

/** Options of SDK 8 to 11 about which the user decides. */
export const FOR_A_PERSON = [
  '_experiments',
  '_flushInterval',
  '_metadata',
  'cdnBaseUrl',
  'defaultIntegrations',
  'orgId',
  'routeProvider',
  'skipBrowserExtensionCheck',
  'stackParser',
  'traceLifecycle',
  'transport',
  'transportOptions',
] as const;

/**
 * The treatment of an option with a version of the SDK. `undefined`: the user decides. An option that no SDK supports
 * is left out.
 */
export function fateOf(name: string, sdk: SdkMajor): Exclude<Fate, { goneIn11: string }> | undefined {
  if (FOR_A_PERSON.some((one) => one === name)) return undefined;
  const fates: Readonly<Record<string, Fate>> = CLIENT_OPTIONS;
  const fate = (Object.hasOwn(fates, name) && fates[name]) || GONE;
  if (typeof fate !== 'object' || !('goneIn11' in fate)) return fate;
  return sdk === 10 ? 'late' : { leftOut: fate.goneIn11 };
}

/** Integrations that Adit or the SDK adds itself, if they are called without options. */
export const OWN_INTEGRATIONS: Readonly<Record<string, string>> = {
  replayIntegration: 'Adit loads replay if one of its rates is above 0',
  browserTracingIntegration: 'the SDK adds it itself',
};

/** Integrations with the options of `eventFiltersIntegration`. */
export const FILTER_INTEGRATIONS: readonly string[] = [
  'inboundFiltersIntegration',
  'eventFiltersIntegration',
];
