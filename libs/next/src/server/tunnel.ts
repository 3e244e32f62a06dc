import { serializeRuntimeConfig } from '@adit/monitoring-config';
import { SYSTEM_CLOCK } from '@adit/envelope';
import { createTunnel, readTrustedProxies, saidOf, warnOfFault, type Tunnel } from '@adit/tunnel';
import { createNodeDecoders } from '@adit/tunnel/node';
import { createOffTunnel, serveSettings } from '@adit/tunnel/settings';
import { adit } from '../adit-config.ts';
import { deliverBeforeEnd } from './deliver-before-end.ts';
import { logOutages } from './log-outages.ts';
import { logRejection } from './log-rejections.ts';
import { monitoring } from './monitoring.ts';
import { findOperations, servesOperations, startOperations } from './operations.ts';
import { openPolicy } from './policy.ts';
import { sharedTunnel, TUNNEL_KEY } from './shared-tunnel.ts';
import { findSpool, isSpoolInMemory } from './spool.ts';
import { createTransport } from './transport.ts';
import { warnOnce } from './warn-once.ts';

/** Proxies in front of this application, as addresses and CIDR blocks. */
export const trustedProxies =
  adit.tunnel?.trustedProxies ?? readTrustedProxies(process.env.ADIT_TRUSTED_PROXIES, warnOnce);

/** The DSNs of the server and of other clients on the page; empty if monitoring is off. */
export const allowedDsns: readonly string[] =
  monitoring.dsn === undefined ? [] : [monitoring.dsn, ...(adit.tunnel?.allowedDsns ?? [])];

function createPlain(): Tunnel {
  const { tunnelPath: path, ingestOrigin } = monitoring;
  if (allowedDsns.length === 0) return createOffTunnel(path);
  const { policy: given, tell } = adit.tunnel ?? {};
  const own = given === undefined ? openPolicy(servesOperations()) : undefined;
  const spool = findSpool();
  let logOutage: ReturnType<typeof logOutages> | undefined;
  try {
    const tunnel: Tunnel = createTunnel({
      ...adit.tunnel,
      spool,
      allowedDsns,
      path,
      ingestOrigin,
      trustedProxies,
      transport: createTransport(),
      decoders: createNodeDecoders(),
      policy: given === false ? undefined : (given ?? own?.policy),
      tell: (fact, detail) => {
        if (fact.kind === 'refused' && fact.loss !== undefined)
          warnOnce(
            `ingest is away, and the spool cannot store an envelope (${fact.loss})`,
            'Envelopes are lost until one of the two can take them.',
          );
        if (fact.kind === 'fault') warnOfFault(fact);
        else {
          findOperations()?.tell(fact, detail);
          logRejection(saidOf(fact), detail.project);
          logOutage?.(fact);
        }
        if (spool === undefined && (fact.kind === 'unreachable' || fact.kind === 'timed-out'))
          warnOnce('the tunnel cannot reach ingest', 'What browsers send is lost until it can.');
        return tell?.(fact, detail);
      },
    });
    if (spool !== undefined) logOutage = logOutages(tunnel.stats, adit.tunnel?.clock ?? SYSTEM_CLOCK);
    startOperations(tunnel.stats, own);
    if (isSpoolInMemory() && process.env.NODE_ENV === 'production') deliverBeforeEnd(tunnel);
    return tunnel;
  } catch (error) {
    warnOnce(error, 'The tunnel is off.');
    return createOffTunnel(path);
  }
}

/** The tunnel of this process, which also gives pages the server's settings. */
export const tunnel: Tunnel = (sharedTunnel[TUNNEL_KEY] ??= serveSettings(
  createPlain(),
  serializeRuntimeConfig(monitoring),
));
