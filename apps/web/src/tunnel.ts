import { createTunnel, type Tunnel } from '@adit/tunnel';
import { createNodeDecoders, createNodeTransport, interceptHttpServers } from '@adit/tunnel/node';
import { monitoring } from './monitoring/server';

const { dsn, tunnelPath, ingestOrigin } = monitoring;

/** Proxies in front of this app, as addresses and CIDR blocks separated by commas. */
export const trustedProxies = (process.env.ADIT_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter(Boolean);

const shared = globalThis as { [key: symbol]: Tunnel | undefined };
const KEY = Symbol.for('adit.web.tunnel');

/**
 * The tunnel to the configured ingest; undefined where no DSN is configured. Next bundles instrumentation and routes
 * apart: they meet on the global object.
 */
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

/** Has the servers of this process answer the tunnel's path themselves; where there are none, its route does. */
export function answerBeforeNext(): void {
  if (tunnel) interceptHttpServers(tunnel);
}
