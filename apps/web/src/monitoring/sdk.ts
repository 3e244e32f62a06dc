// By name, so that what is not used stays out of the chunk.
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
import { startSdk, type StartedSdk } from '@adit/monitoring-client/sdk';
import { defineMonitoring, readRuntimeConfig, toClientOptions } from '@adit/monitoring-config';
import { browserOutcomes } from './tab-outcomes';

const sdk = {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
};

/** Starts the SDK with what the server wrote into the document. */
export function start(early: EarlyBuffer): StartedSdk {
  const monitoring = defineMonitoring(
    {},
    readRuntimeConfig(document, { built: { release: process.env.NEXT_PUBLIC_SENTRY_RELEASE } }),
  );
  const options = toClientOptions(monitoring, {
    sdk,
    log: browserOutcomes,
    isNotFoundPage: () => isNotFoundDocument(performance),
    isTranslatedPage: () => isTranslatedDocument(document),
    isPageLeaving: watchPageLeave(window),
  });
  return startSdk({ sdk, options, early });
}
