import { defineMonitoring, serializeRuntimeConfig } from '@adit/monitoring-config';

/** What the browser reads of the server's monitoring, as JSON. */
export const settings = serializeRuntimeConfig(defineMonitoring(process.env));
