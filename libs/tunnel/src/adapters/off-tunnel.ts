import type { Tunnel } from '../tunnel.ts';

/**
 * Creates what stands in for the tunnel of a server without a DSN: it answers 404 and says that monitoring is off. For
 * {@link serveSettings} and the adapters, which use nothing else of a tunnel.
 * @param path the path of the tunnel
 */
export function createOffTunnel(path: string): Tunnel {
  const body = new TextEncoder().encode('{"detail":"Monitoring is off: no DSN is configured."}');
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const off: Pick<Tunnel, 'path' | 'allowedOrigins' | 'handle'> = {
    path,
    allowedOrigins: [],
    handle: () => Promise.resolve({ status: 404, headers, body }),
  };
  return off as Tunnel;
}
