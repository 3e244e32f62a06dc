import { createRouteHandlers } from '@adit/tunnel/next';
import * as nextServer from 'next/server.js';
import { trustedProxies, tunnel } from './tunnel.ts';

// Next does not pass the client's address: without a proxy in front, visitors could choose X-Forwarded-For.
const options = trustedProxies.length > 0 ? {} : { clientAddress: () => undefined };

/** The handlers of `app/monitoring-tunnel/route.ts`, for hosts that do not run `next start` or a server of Node. */
export const { POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createRouteHandlers(tunnel, {
  ...options,
  // Such a host may stop after the answer, so client reports are sent first. Next has `after` since 15.1.
  ...('after' in nextServer && { waitUntil: nextServer.after }),
});
