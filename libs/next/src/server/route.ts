import { createRouteHandlers } from '@adit/tunnel/next';
import { after } from 'next/server.js';
import { trustedProxies, tunnel } from './tunnel.ts';

// Next does not pass the address of the client: without a proxy in front, the visitor chooses X-Forwarded-For.
const options = trustedProxies.length > 0 ? {} : { clientAddress: () => undefined };

/** The handlers of `app/monitoring-tunnel/route.ts`, for hosts that do not run `next start` or a server of Node. */
export const { POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createRouteHandlers(tunnel, {
  ...options,
  // Such a host may stop at the answer: the client reports go first.
  waitUntil: after,
});
