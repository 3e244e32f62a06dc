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

const lazyIntegrations = [
  {
    load: async () =>
      (await import(/* webpackChunkName: "feedback" */ './feedback.mjs')).feedbackIntegration({
        autoInject: true,
      }),
  },
  {
    load: async () =>
      (await import(/* webpackChunkName: "profiling" */ './profiling.mjs')).browserProfilingIntegration(),
  },
];

export async function start(early) {
  const started = await startSdk({
    sdk,
    options: {
      ...options,
      integrations: [browserTracingIntegration()],
      profileLifecycle: 'trace',
      profileSessionSampleRate: 1,
    },
    early,
    lazyIntegrations: new URLSearchParams(location.search).has('lazy') ? lazyIntegrations : [],
  });
  window.isSdkThere = true;
  return started;
}
