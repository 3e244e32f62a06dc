import { defineMonitoring, serializeRuntimeConfig } from '@adit/monitoring-config';

/** The server's monitoring settings for the browser, as JSON. */
export const settings = serializeRuntimeConfig(defineMonitoring(process.env));
