import * as Sentry from '@sentry/node';
import { defineMonitoring, serializeRuntimeConfig, toServerOptions } from '@adit/monitoring-config';
import { createTunnel } from '@adit/tunnel';

const monitoring = defineMonitoring(process.env, { release: __RELEASE__ });

/** The server's monitoring settings for the browser, as JSON. */
export const settings = serializeRuntimeConfig(monitoring);

// TanStack Start reports an error that React meets while rendering only to the console.
const integrations = [Sentry.captureConsoleIntegration({ levels: ['error'] })];
Sentry.init(toServerOptions(monitoring, { sdk: Sentry, integrations }));

const { dsn, ingestOrigin } = monitoring;
export const tunnel = dsn === undefined ? undefined : createTunnel({ allowedDsns: [dsn], ingestOrigin });
