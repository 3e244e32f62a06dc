import { startMonitoring } from '@adit/monitoring-client';

/** Listens from the first moment. The SDK follows in a chunk of its own, at the first idle moment: the lab shows short visits too. */
export const monitoring = startMonitoring({ load: () => import('./sdk'), quietMs: 0 });

/** Reports an error that a screen caught. Does nothing if monitoring is off. */
export const { captureError } = monitoring;
