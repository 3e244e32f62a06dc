import {
  browserTracingIntegration,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
  makeBrowserOfflineTransport,
  makeFetchTransport,
} from '@sentry/browser';
import { keepForNetwork, startSdk } from '@adit/monitoring-client/sdk';
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

const asks = new URLSearchParams(location.search);

/** Transports that handle events without a network. By default, such events are lost. */
const TRANSPORTS = {
  memory: keepForNetwork(makeFetchTransport, options),
  stored: makeBrowserOfflineTransport(makeFetchTransport),
};

export async function start(early) {
  const started = await startSdk({
    sdk,
    options: {
      ...options,
      transport: TRANSPORTS[asks.get('transport')],
      integrations: [browserTracingIntegration()],
      profileLifecycle: 'trace',
      profileSessionSampleRate: 1,
    },
    early,
    lazyIntegrations: asks.has('lazy') ? lazyIntegrations : [],
  });
  window.isSdkThere = true;
  return started;
}
