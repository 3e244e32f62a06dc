import * as Sentry from '@sentry/node';
import { defineMonitoring, toServerOptions } from '@adit/monitoring-config';
import { createTunnel } from '@adit/tunnel';
import { createNodeTransport, interceptHttpServers } from '@adit/tunnel/node';

const monitoring = defineMonitoring(process.env);

Sentry.init(toServerOptions(monitoring, { sdk: Sentry }));

// Answers before the framework sees the request: its origin check and body limit are meant for forms.
const { dsn, ingestOrigin } = monitoring;
if (dsn !== undefined)
  interceptHttpServers(createTunnel({ allowedDsns: [dsn], ingestOrigin, transport: createNodeTransport() }));
