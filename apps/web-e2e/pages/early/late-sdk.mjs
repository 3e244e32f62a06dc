import {
  browserTracingIntegration,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
} from '@sentry/browser';
import { startSdk } from '@adit/monitoring-client/sdk';
import { options } from './options.mjs';

const sdk = { init, getClient, flush, eventFiltersIntegration, linkedErrorsIntegration };

export function start(early) {
  const started = startSdk({
    sdk,
    options: { ...options, integrations: [browserTracingIntegration()] },
    early,
  });
  window.isSdkThere = true;
  return started;
}
