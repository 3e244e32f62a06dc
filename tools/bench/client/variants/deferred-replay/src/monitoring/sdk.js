// Like the wizard's set-up, with replay as a separate chunk after the SDK's: each page is recorded, because each error
// gets a replay.
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
