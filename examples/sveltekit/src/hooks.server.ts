import * as Sentry from '@sentry/node';
import { faultResponse } from '@adit/fallback-ui/document';
import { defineMonitoring, toServerOptions } from '@adit/monitoring-config';
import { createTunnel } from '@adit/tunnel';
import { createNodeTransport, interceptHttpServers } from '@adit/tunnel/node';
import type { Handle, HandleServerError } from '@sveltejs/kit';

const monitoring = defineMonitoring(process.env);

Sentry.init(toServerOptions(monitoring, { sdk: Sentry }));

// Answers before the framework sees the request: its check of origins and its limit of bodies are for forms.
const { dsn, ingestOrigin } = monitoring;
if (dsn !== undefined) {
  interceptHttpServers(createTunnel({ allowedDsns: [dsn], ingestOrigin, transport: createNodeTransport() }));
}

export const handleError: HandleServerError = ({ error, status }) => {
  if (status >= 500) Sentry.captureException(error);
};

/** Answers 404 and errors of pages with documents. */
export const handle: Handle = async ({ event, resolve }) => {
  const response = await resolve(event);
  const { status, headers } = response;
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (!isPage || (status !== 404 && status !== 500)) return response;
  const digest = status === 500 ? Sentry.lastEventId() : undefined;
  return faultResponse(status, { siteName: 'Shop', request: event.request, error: { digest } });
};
