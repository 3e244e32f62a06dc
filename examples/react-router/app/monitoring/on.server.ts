import * as Sentry from '@sentry/node';
import { defineMonitoring, serializeRuntimeConfig, toServerOptions } from '@adit/monitoring-config';
import { createTunnel } from '@adit/tunnel';
import { createNodeTransport, interceptHttpServers } from '@adit/tunnel/node';

const monitoring = defineMonitoring(process.env, { release: __RELEASE__ });

/** The server's monitoring settings for the browser, as JSON. */
export const settings = serializeRuntimeConfig(monitoring);

Sentry.init(toServerOptions(monitoring, { sdk: Sentry }));

// Answers before the framework sees the request, and knows the visitor's address, which a route does not.
const { dsn, ingestOrigin } = monitoring;
if (dsn !== undefined) {
  interceptHttpServers(createTunnel({ allowedDsns: [dsn], ingestOrigin, transport: createNodeTransport() }));
}
