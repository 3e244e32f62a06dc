import { startMonitoring } from '@adit/monitoring-client';

/** Its configuration is in the document. */
export const monitoring = startMonitoring({ load: () => import('./sdk') });
