// Named imports keep unused code out of the chunk.
import {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
} from '@sentry/nextjs';
import {
  isNotFoundDocument,
  isTranslatedDocument,
  watchPageLeave,
  type EarlyBuffer,
} from '@adit/monitoring-client';
import { startSdk, type LazyIntegration, type StartedSdk } from '@adit/monitoring-client/sdk';
import {
  defineMonitoring,
  sampleSessionReplay,
  readRuntimeConfig,
  toClientOptions,
  warnOnMismatch,
} from '@adit/monitoring-config';
import { browserOutcomes } from '../app/(lab)/tab-outcomes';

const sdk = {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
};

/** Values of the build, used if the document has none. */
const built = {
  dsn: process.env.NEXT_PUBLIC_SENTRY_DSN,
  environment: process.env.NEXT_PUBLIC_SENTRY_ENVIRONMENT,
  release: process.env.NEXT_PUBLIC_SENTRY_RELEASE,
};

const replay: LazyIntegration = { load: async () => (await import('./session-replay')).replayIntegration() };

/** Starts the SDK with what the server wrote into the document. */
export function start(early: EarlyBuffer): StartedSdk {
  const monitoring = defineMonitoring({}, readRuntimeConfig(document, built));
  // The scripts have the release they were built as, whatever the document says.
  const scripts = { ...monitoring, release: built.release ?? monitoring.release };
  // eslint-disable-next-line no-console -- for the operator; monitoring itself may be misconfigured
  warnOnMismatch(document, scripts, console.warn);
  const { isNeeded, rates } = sampleSessionReplay(monitoring, { storage: () => sessionStorage });
  const options = toClientOptions(monitoring, {
    sdk,
    log: browserOutcomes,
    isNotFoundPage: () => isNotFoundDocument(performance),
    isTranslatedPage: () => isTranslatedDocument(document),
    isPageLeaving: watchPageLeave(window),
  });
  return startSdk({
    sdk,
    options: { ...options, ...rates },
    early,
    lazyIntegrations: isNeeded ? [replay] : [],
  });
}
