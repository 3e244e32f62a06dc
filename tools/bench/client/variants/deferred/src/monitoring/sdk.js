// A separate chunk: its imports are not part of the first load.
import { startSdk } from '@adit/monitoring-client/sdk';
import { options, sdk } from './options.js';

export const start = (early) => startSdk({ sdk, options, early });
