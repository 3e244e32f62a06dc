import { startMonitoring } from '@adit/monitoring-client';

/**
 * Notes what happens on the page from its first moment; the SDK comes later, in a chunk of its own, but without a pause: the
 * lab shows what becomes of the shortest visit.
 */
export const monitoring = startMonitoring({ load: () => import('./sdk'), quietMs: 0 });

/** Reports what an error screen caught; a no-op where monitoring is off. */
export const { captureError } = monitoring;
