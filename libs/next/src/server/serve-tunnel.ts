import { interceptHttpServers } from '@adit/tunnel/node';
import { BASE_PATH } from '../built-values.ts';
import { derivedPaths } from './derived-paths.ts';
import { allowedDsns, tunnel } from './tunnel.ts';

/**
 * Lets the HTTP servers of this process answer the tunnel path before Next sees the request. Also the paths that
 * Sentry's SDK derives from the DSNs: pages from before a conversion, and other clients on the page, send there.
 */
export function serveTunnel(): void {
  interceptHttpServers(tunnel);
  for (const derived of derivedPaths(allowedDsns)) {
    const path = `${BASE_PATH}${derived}`;
    const handle: typeof tunnel.handle = (request) => tunnel.handle({ ...request, target: tunnel.path });
    interceptHttpServers({ ...tunnel, path, apiPath: undefined, handle });
  }
}
