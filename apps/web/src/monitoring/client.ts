import { startMonitoring } from '@adit/monitoring-client';

/** Notes what happens on the page from its first moment; the SDK comes later, in a chunk of its own. */
export const monitoring = startMonitoring({ load: () => import('./sdk') });

/** Reports what an error screen caught; a no-op where monitoring is off. */
export const { captureError } = monitoring;
