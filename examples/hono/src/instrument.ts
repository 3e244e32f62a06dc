import * as Sentry from '@sentry/node';
import { defineMonitoring, toServerOptions } from '@adit/monitoring-config';

export const monitoring = defineMonitoring(process.env);

Sentry.init(toServerOptions(monitoring, { sdk: Sentry }));
