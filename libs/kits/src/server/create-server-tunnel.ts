import { isIpRange } from '@adit/envelope';
import type { Monitoring } from '@adit/monitoring-config';
import { createMemorySpool } from '@adit/spool/memory';
import { createTunnel, warnOfFault, type Tunnel } from '@adit/tunnel';
import { createNodeDecoders, createNodeTransport } from '@adit/tunnel/node';
import { serveSettings } from '@adit/tunnel/settings';
import { sayOnce } from '../once.ts';

/** The bound of the spool: some 3,000 errors. */
const SPOOL_BYTES = 16 * 1_048_576;

/**
 * Creates the tunnel of this server, which also gives pages the server's settings. While Sentry is away, it keeps up to
 * 16 MiB in memory.
 */
export function createServerTunnel(monitoring: Monitoring, settings: string): Tunnel {
  return serveSettings(createPlain(monitoring), settings);
}

function createPlain({ dsn, ingestOrigin, tunnelPath: path }: Monitoring): Tunnel {
  if (dsn === undefined) return createOff(path);
  try {
    return createTunnel({
      allowedDsns: [dsn],
      ingestOrigin,
      path,
      trustedProxies: readTrustedProxies(process.env['ADIT_TRUSTED_PROXIES']),
      transport: createNodeTransport({ proxyVariables: process.env }),
      decoders: createNodeDecoders(),
      spool: createMemorySpool({ maxBytes: SPOOL_BYTES }),
      tell: (fact) => {
        if (fact.kind === 'fault') warnOfFault(fact);
        if (fact.kind === 'refused' && fact.loss !== undefined)
          sayOnce(
            `ingest is away, and the spool cannot store an envelope (${fact.loss})`,
            'Envelopes are lost until one of the two can take them.',
          );
      },
    });
  } catch (error) {
    sayOnce(error, 'The tunnel is off.');
    return createOff(path);
  }
}

/** Invalid addresses are ignored: with a wrong variable, the site and its tunnel keep working. */
function readTrustedProxies(text = ''): string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const proxies = entries.filter(isIpRange);
  if (proxies.length < entries.length)
    sayOnce(
      `ADIT_TRUSTED_PROXIES is "${entries.join(', ').slice(0, 100)}"; accepted: addresses and CIDR blocks such as 10.0.0.0/8`,
      proxies.length > 0 ? `Trusted are ${proxies.join(', ')}.` : 'No proxy is trusted.',
    );
  return proxies;
}

/** Without a DSN, browsers are told that monitoring is off. */
function createOff(path: string): Tunnel {
  const body = new TextEncoder().encode('{"detail":"Monitoring is off: no DSN is configured."}');
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const off: Pick<Tunnel, 'path' | 'allowedOrigins' | 'handle'> = {
    path,
    allowedOrigins: [],
    handle: () => Promise.resolve({ status: 404, headers, body }),
  };
  // Adapters use nothing else.
  return off as Tunnel;
}
