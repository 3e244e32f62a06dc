import { serializeRuntimeConfig } from '@adit/monitoring-config';
import { createTunnel, isIpRange, type Tunnel } from '@adit/tunnel';
import { createNodeDecoders, createNodeTransport } from '@adit/tunnel/node';
import { serveSettings } from '@adit/tunnel/settings';
import { adit } from '../adit-config.ts';
import { monitoring } from './monitoring.ts';
import { findOperations, startOperations } from './operations.ts';
import { findSpool } from './spool.ts';
import { warnOnce } from './warn-once.ts';

/** Proxies in front of this application, as addresses and CIDR blocks. */
export const trustedProxies = adit.tunnel?.trustedProxies ?? readTrustedProxies();

/** What is no address is ignored: with a wrong variable, the site and its tunnel go on. */
function readTrustedProxies(): string[] {
  const entries = (process.env.ADIT_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter(Boolean);
  const proxies = entries.filter(isIpRange);
  if (proxies.length < entries.length)
    warnOnce(
      `ADIT_TRUSTED_PROXIES is "${entries.join(', ').slice(0, 100)}"; accepted: addresses and CIDR blocks such as 10.0.0.0/8`,
      proxies.length > 0 ? `Trusted are ${proxies.join(', ')}.` : 'No proxy is trusted.',
    );
  return proxies;
}

const shared = globalThis as { [key: symbol]: Tunnel | undefined };
const KEY = Symbol.for('@adit/next:tunnel');

function createPlain(): Tunnel {
  const { dsn, tunnelPath: path, ingestOrigin } = monitoring;
  if (dsn === undefined) return createOff(path);
  const { onOutcome, onStoredOutcome } = adit.tunnel ?? {};
  try {
    const tunnel = createTunnel({
      ...adit.tunnel,
      spool: findSpool(),
      allowedDsns: [dsn],
      path,
      ingestOrigin,
      trustedProxies,
      transport: createNodeTransport(),
      decoders: createNodeDecoders(),
      onOutcome: (outcome, detail) => {
        findOperations()?.onOutcome(outcome, detail);
        return onOutcome?.(outcome, detail);
      },
      onStoredOutcome: (outcome, detail) => {
        findOperations()?.onStoredOutcome(outcome, detail);
        return onStoredOutcome?.(outcome, detail);
      },
    });
    startOperations(tunnel.stats);
    return tunnel;
  } catch (error) {
    warnOnce(error, 'The tunnel is off.');
    return createOff(path);
  }
}

/** Without a DSN, browsers learn that monitoring is off. */
function createOff(path: string): Tunnel {
  const body = new TextEncoder().encode('{"detail":"Monitoring is off: no DSN is configured."}');
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const off: Pick<Tunnel, 'path' | 'handle'> = {
    path,
    handle: () => Promise.resolve({ status: 404, headers, body }),
  };
  // Adapters use nothing else.
  return off as Tunnel;
}

/**
 * The tunnel of this process, which also gives pages the server's settings. On the global object: Next bundles
 * instrumentation and routes separately.
 */
export const tunnel: Tunnel = (shared[KEY] ??= serveSettings(
  createPlain(),
  serializeRuntimeConfig(monitoring),
));
