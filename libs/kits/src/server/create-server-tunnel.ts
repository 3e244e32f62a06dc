import type { Monitoring } from '@adit/monitoring-config';
import { createMemorySpool } from '@adit/spool/memory';
import { createTunnel, readTrustedProxies, warnOfFault, type Tunnel } from '@adit/tunnel';
import { createNodeDecoders, createNodeTransport } from '@adit/tunnel/node';
import { createOffTunnel, serveSettings } from '@adit/tunnel/settings';
import { say } from './say.ts';

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
  if (dsn === undefined) return createOffTunnel(path);
  try {
    return createTunnel({
      allowedDsns: [dsn],
      ingestOrigin,
      path,
      trustedProxies: readTrustedProxies(process.env['ADIT_TRUSTED_PROXIES'], say),
      transport: createNodeTransport({ proxyVariables: process.env }),
      decoders: createNodeDecoders(),
      spool: createMemorySpool({ maxBytes: SPOOL_BYTES }),
      tell: (fact) => {
        if (fact.kind === 'fault') warnOfFault(fact);
        if (fact.kind === 'refused' && fact.loss !== undefined)
          say(
            `ingest is away, and the spool cannot store an envelope (${fact.loss})`,
            'Envelopes are lost until one of the two can take them.',
          );
      },
    });
  } catch (error) {
    say(error, 'The tunnel is off.');
    return createOffTunnel(path);
  }
}
