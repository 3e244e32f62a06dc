import { interceptHttpServers } from '@adit/tunnel/node';
import { tunnel } from './tunnel.ts';

/** Lets the HTTP servers of this process answer the tunnel path before Next sees the request. */
export function serveTunnel(): void {
  interceptHttpServers(tunnel);
}
