import { startMonitoring } from '@adit/monitoring-client';

export const monitoring = startMonitoring({ load: () => import('./sdk.js') });
