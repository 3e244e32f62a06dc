import * as Sentry from '@sentry/node';
import { defineMonitoring, serializeRuntimeConfig, toServerOptions } from '@adit/monitoring-config';
import { createTunnel } from '@adit/tunnel';

const monitoring = defineMonitoring(process.env, { release: __RELEASE__ });

/** What the browser reads of the server's monitoring, as JSON. */
export const settings = serializeRuntimeConfig(monitoring);

// TanStack Start tells the console alone of an error that React meets while it renders.
const integrations = [Sentry.captureConsoleIntegration({ levels: ['error'] })];
Sentry.init(toServerOptions(monitoring, { sdk: Sentry, integrations }));

const { dsn, ingestOrigin } = monitoring;
export const tunnel = dsn === undefined ? undefined : createTunnel({ allowedDsns: [dsn], ingestOrigin });
