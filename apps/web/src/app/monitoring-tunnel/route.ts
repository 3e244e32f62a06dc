import { createRouteHandlers } from '@adit/tunnel/next';
import { trustedProxies, tunnel } from '../../tunnel';

// Answers on hosts where `tunnel.ts` cannot intercept the server's requests. Next does not pass the address of the client:
// without a proxy in front, the visitor chooses X-Forwarded-For.
const options = trustedProxies.length > 0 ? {} : { clientAddress: () => undefined };

export const { POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createRouteHandlers(tunnel, options);
