/** What becomes of an option of the browser's `Sentry.init`. */
export type Fate =
  /** An option of `monitoring` in `adit.config`, with the same value. */
  | 'monitoring'
  /** As `monitoring` if the function needs nothing else of its file, else as `late`: `adit.config` runs on the server, too. */
  | 'function'
  /** An option of `eventFiltersIntegration`. */
  | 'filter'
  /** The SDK reads it whenever it needs it, so an integration can set it. */
  | 'late'
  /** Left out, with the reason. */
  | { readonly leftOut: string };

/** The options of the browser's SDK that are taken over or left out. Others are for a person to decide. */
export const CLIENT_OPTIONS: Readonly<Record<string, Fate>> = {
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

  beforeBreadcrumb: 'late',
  beforeSendLog: 'late',
  beforeSendSpan: 'late',
  beforeSendTransaction: 'late',
  ignoreSpans: 'late',
  maxBreadcrumbs: 'late',
  maxValueLength: 'late',
  tracePropagationTargets: 'late',
  tracesSampler: 'late',

  tunnel: { leftOut: 'Adit has its own tunnel path' },
  debug: { leftOut: 'it is for development' },
  spotlight: { leftOut: 'it is for development' },
  autoSessionTracking: { leftOut: 'SDK 11 does not have it' },
  enableLogs: { leftOut: 'SDK 11 always sends logs' },
  enableTracing: { leftOut: 'SDK 11 does not have it' },
};

/** Integrations that Adit or the SDK adds itself, as long as they are called without options. */
export const OWN_INTEGRATIONS: Readonly<Record<string, string>> = {
  replayIntegration: 'Adit loads replay if one of its rates is above 0',
  browserTracingIntegration: 'the SDK adds it itself',
};
