import { eventFiltersIntegration, flush, getClient, init, linkedErrorsIntegration } from '@sentry/browser';
import type { EarlyBuffer } from '@adit/monitoring-client';
import { startSdk } from '@adit/monitoring-client/sdk';
import { defineMonitoring, toClientOptions, type MonitoringOverrides } from '@adit/monitoring-config';
import { config } from './config';

export type Settings = Pick<MonitoringOverrides, 'dsn' | 'environment' | 'tracesSampleRate'>;

const sdk = { init, getClient, flush, eventFiltersIntegration, linkedErrorsIntegration };

export function start(early: EarlyBuffer, settings: Settings) {
  const monitoring = defineMonitoring({}, { ...settings, release: config.release });
  return startSdk({ sdk, options: toClientOptions(monitoring, { sdk }), early });
}
