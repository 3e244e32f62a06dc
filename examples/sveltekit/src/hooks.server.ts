import * as Sentry from '@sentry/node';
import { faultResponse } from '@adit/fallback-ui/document';
import { defineMonitoring, toServerOptions } from '@adit/monitoring-config';
import { createTunnel } from '@adit/tunnel';
import { createNodeTransport, interceptHttpServers } from '@adit/tunnel/node';
import type { Handle, HandleServerError } from '@sveltejs/kit/hooks';

const monitoring = defineMonitoring(process.env);

Sentry.init(toServerOptions(monitoring, { sdk: Sentry }));

// Answers before the framework sees the request: its origin check and body limit are meant for forms.
const { dsn, ingestOrigin } = monitoring;
if (dsn !== undefined) {
  interceptHttpServers(createTunnel({ allowedDsns: [dsn], ingestOrigin, transport: createNodeTransport() }));
}

/** Errors of other kinds are thrown intentionally, or are SvelteKit's own, such as 404. */
export const handleError: HandleServerError = ({ kind, error }) => {
  if (kind === 'unknown') Sentry.captureException(error);
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
