import { defineMonitoring } from '@adit/monitoring-config';
import { DSN } from '../../dsn.js';

export const description = defineMonitoring({}, { dsn: DSN, tracesSampleRate: 1 });
