// As the wizard's, with replay as a chunk behind the SDK's: each page is recorded, as each error is to have its replay.
import { startSdk } from '@adit/monitoring-client/sdk';
import { options, sdk } from './options.js';

const replayOptions = { ...options, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 };

export const start = (early) =>
  startSdk({
    sdk,
    options: replayOptions,
    early,
    lazyIntegrations: [{ load: async () => (await import('./replay.js')).replay }],
  });
