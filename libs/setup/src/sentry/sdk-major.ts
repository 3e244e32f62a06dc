import semver from 'semver';

/** The versions of `@sentry/nextjs` that a conversion leaves in an application. */
export type SdkMajor = 10 | 11;

/** The version of an application after the conversion: 10 if its range contains nothing newer; else 11. */
export function sdkMajorOf(range: string | undefined): SdkMajor {
  const valid = range === undefined ? null : semver.validRange(range);
  return valid !== null && semver.intersects(valid, '^10.0.0-0') && !semver.intersects(valid, '>=11.0.0-0')
    ? 10
    : 11;
}

/** Names that older SDKs export and SDK 11 does not, with their replacements. */
export const GONE_NAMES: Readonly<Record<string, string>> = {
  // Until 7.
  BrowserTracing: 'browserTracingIntegration()',
  Replay: 'replayIntegration()',
  Feedback: 'feedbackIntegration()',
  Integrations: 'functions such as httpIntegration()',
  configureScope: 'getCurrentScope()',
  getActiveTransaction: 'getActiveSpan()',
  getCurrentHub: 'getCurrentScope() and getClient()',
  makeMain: 'setCurrentClient()',
  startTransaction: 'startSpan()',
  nextRouterInstrumentation: 'browserTracingIntegration()',
  withSentryApi: 'wrapApiHandlerWithSentry()',
  withSentry: 'wrapApiHandlerWithSentry()',
  // Until 9.
  addOpenTelemetryInstrumentation: 'openTelemetryIntegration()',
  captureUserFeedback: 'captureFeedback()',
  debugIntegration: 'beforeSend',
  sessionTimingIntegration: 'nothing',
  // Until 10.
  inboundFiltersIntegration: 'eventFiltersIntegration()',
  connectIntegration: 'nothing',
  diagnosticsChannelInjectionIntegrations: 'nothing: SDK 11 does it itself',
  experimentalUseDiagnosticsChannelInjection: 'nothing: SDK 11 does it itself',
  generateInstrumentOnce: 'openTelemetryIntegration()',
  instrumentLangGraph: 'langGraphIntegration()',
  preloadOpenTelemetry: 'nothing: SDK 11 does it itself',
  SentryContextManager: 'setOpenTelemetryContextAsyncContextStrategy()',
  SEMANTIC_ATTRIBUTE_SENTRY_SOURCE: "'sentry.source'",
  setNodeAsyncContextStrategy: 'setOpenTelemetryContextAsyncContextStrategy()',
  setupConnectErrorHandler: 'setupExpressErrorHandler()',
  setupHonoErrorHandler: 'honoMiddleware()',
  validateOpenTelemetrySetup: 'nothing: SDK 11 warns itself',
};
