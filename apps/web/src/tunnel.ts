import { createTunnel, type Tunnel } from '@adit/tunnel';
import { createNodeDecoders, createNodeTransport, interceptHttpServers } from '@adit/tunnel/node';
import { monitoring } from './monitoring/server';

const { dsn, tunnelPath, ingestOrigin } = monitoring;

/** Proxies in front of this app, as addresses and CIDR blocks separated by commas. */
export const trustedProxies = (process.env.ADIT_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter(Boolean);

const shared = globalThis as { [key: symbol]: Tunnel | undefined };
const KEY = Symbol.for('adit.web.tunnel');

/** The tunnel; undefined without a DSN. On the global object: Next bundles instrumentation and routes separately. */
export const tunnel = dsn
  ? (shared[KEY] ??= createTunnel({
      allowedDsns: [dsn],
      path: tunnelPath,
      ingestOrigin,
      trustedProxies,
      transport: createNodeTransport(),
      decoders: createNodeDecoders(),
    }))
  : undefined;

/** Lets the HTTP servers of this process answer the tunnel's path. Where Next has none, the route does. */
export function answerBeforeNext(): void {
  if (tunnel) interceptHttpServers(tunnel);
}
