import { eventFiltersIntegration, flush, getClient, init, linkedErrorsIntegration } from '@sentry/browser';
import { isNotFoundDocument, type EarlyBuffer } from '@adit/monitoring-client';
import { startSdk } from '@adit/monitoring-client/sdk';
import { defineMonitoring, readRuntimeConfig, toClientOptions } from '@adit/monitoring-config';

const sdk = { init, getClient, flush, eventFiltersIntegration, linkedErrorsIntegration };
const monitoring = defineMonitoring({}, { ...readRuntimeConfig(document), release: __RELEASE__ });
const isNotFoundPage = () => isNotFoundDocument(performance);

export const start = (early: EarlyBuffer) =>
  startSdk({ sdk, options: toClientOptions(monitoring, { sdk, isNotFoundPage }), early });
