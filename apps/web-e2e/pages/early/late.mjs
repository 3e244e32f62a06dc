import { startMonitoring } from '@adit/monitoring-client';
import { options } from './options.mjs';

const monitoring = startMonitoring({
  load: () => import(/* webpackChunkName: "sdk" */ './late-sdk.mjs'),
  config: options,
  quietMs: 0,
});
window.captureError = monitoring.captureError;
window.monitoring = monitoring;
