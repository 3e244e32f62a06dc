import {
  createTunnel,
  type LimitStore,
  type Outcome,
  type ThrottleStore,
  type Tunnel,
  type TunnelOptions,
} from '@adit/tunnel';
import { createMemoryLimits } from '@adit/tunnel/memory';
import {
  createListener,
  createNodeDecoders,
  createNodeTransport,
  createPeerNetworks,
} from '@adit/tunnel/node';
import { observeTunnel, recordDurations } from '@adit/tunnel/opentelemetry';
import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';
import { SYSTEM_CLOCK, type Clock } from './clock.ts';
import { toConfigError, type ServerConfig } from './config.ts';
import { createDeadlineTransport } from './deadline-transport.ts';
import { startHttpServer, type HttpLimits } from './http-server.ts';
import { toListenError } from './listen-error.ts';
import { describeError, type Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createRecurringWarnings } from './recurring-warnings.ts';
import { createThrottle, openLimits, openSpool, spoolShare } from './stores.ts';
import { watchLimits } from './watch-limits.ts';
import { createOutageWatch } from './watch-outages.ts';
import { watchSpool } from './watch-spool.ts';

/** The tunnel of one process, listening. */
export interface TunnelProcess {
  /** Where envelopes are taken, such as `http://127.0.0.1:8787/monitoring-tunnel`. */
  readonly url: string;
  readonly isReady: () => boolean;
  readonly collect: () => Promise<ScopeMetrics[]>;
  /** Turns not ready and closes the port; what is connected is served as before. */
  readonly leave: () => Promise<void>;
  /**
   * Turns not ready, lets what is in flight finish, spools the rest after the configured time-out. Resolves to all it has
   * counted.
   */
  readonly stop: () => Promise<ScopeMetrics[]>;
}

/** What a process is given beside the configuration. */
export interface TunnelProcessOptions {
  config: ServerConfig;
  log: Log;
  /** Its number among the workers. Default 1. */
  worker?: number;
  /** Default: a store of its own, kept with the spool. */
  limits?: LimitStore;
  /** Default: a store of its own, if the configuration asks for one. */
  throttle?: ThrottleStore | undefined;
  /** Default those of {@link startHttpServer}. */
  httpLimits?: HttpLimits;
  /** Default the system's. */
  clock?: Clock;
}

/** Counted in the metrics, and nothing that an operator could do something about. */
const UNREMARKABLE: ReadonlySet<string> = new Set([
  'closing',
  'method-not-allowed',
  'path-not-found',
  'rate-limited',
]);

/** How long after the shutdown time-out clients get to take their answers, in milliseconds. */
const LINGER_MS = 500;

/** Options the tunnel refuses are configuration too. */
function createConfiguredTunnel(options: TunnelOptions, config: ServerConfig): Tunnel {
  try {
    return createTunnel(options);
  } catch (error) {
    throw toConfigError(error, config);
  }
}

/**
 * Checks what the tunnel itself decides about, without starting anything.
 * @throws {@link ConfigError}
 */
export async function checkTunnelOptions(config: ServerConfig): Promise<void> {
  await createConfiguredTunnel(config.tunnel, config).close();
}

/**
 * Opens the stores, creates the tunnel and listens.
 * @throws {@link ConfigError} for options the tunnel refuses or a spool that cannot be opened, and the system's error
 * where the port cannot be had
 */
export async function startTunnelProcess({
  config,
  log,
  worker = 1,
  limits,
  throttle = createThrottle(config),
  httpLimits,
  clock = SYSTEM_CLOCK,
}: TunnelProcessOptions): Promise<TunnelProcess> {
  await checkTunnelOptions(config);
  const { now, monotonicNow } = clock;
  const warnings = createRecurringWarnings({ log, monotonicNow });
  const opened = await openSpool(config, { worker, log, clock });
  const keptLimits = limits ?? (await openLimits(config)) ?? createMemoryLimits();
  const spool = opened && watchSpool({ ...opened, maxBytes: spoolShare(config), log, monotonicNow });
  const metrics = createMetrics();
  const watchOutage = createOutageWatch(log, monotonicNow);
  const recordDuration = recordDurations({ meter: metrics.meter });

  const deadline = createDeadlineTransport(createNodeTransport());
  let isStopping = false;

  const onOutcome = (outcome: Outcome): void => {
    recordDuration(outcome);
    if (!isStopping) watchOutage(outcome);
    if (outcome.kind === 'refused' && !UNREMARKABLE.has(outcome.reason)) {
      warnings.warn('requests-refused', outcome.reason, { reason: outcome.reason, status: outcome.status });
    }
  };
  const tunnel = createConfiguredTunnel(
    {
      ...config.tunnel,
      limits: watchLimits(keptLimits, warnings, now),
      throttle,
      spool: spool?.store,
      transport: deadline.transport,
      decoders: createNodeDecoders(),
      onOutcome,
      onFault: ({ part, error }) => warnings.warn('part-failed', part, { part, cause: describeError(error) }),
      onSpoolError: (error) => warnings.warn('spool-error', '', { cause: describeError(error) }),
    },
    config,
  );
  const stopObserving = observeTunnel(tunnel, { meter: metrics.meter, spool: opened?.store, clock });
  const server = await startHttpServer({
    host: config.host,
    port: config.port,
    listener: createListener(tunnel),
    limits: httpLimits,
    networksOf: createPeerNetworks(config.tunnel.trustedProxies ?? []),
    onDrop: () => warnings.warn('connections-dropped', ''),
  }).catch(async (error: unknown) => {
    await tunnel.close();
    throw toListenError(error, { hostKey: 'host', portKey: 'port', ...config });
  });

  return {
    url: `${server.origin}${tunnel.path}`,
    isReady: () => !isStopping && (spool?.isHealthy() ?? true),
    collect: metrics.collect,
    leave: () => {
      isStopping = true;
      return server.leave();
    },
    stop: async () => {
      isStopping = true;
      const timer = setTimeout(deadline.expire, config.shutdownTimeoutMs);
      // A request whose body does not come is held by its connection: cutting that lets the tunnel close.
      const cut = setTimeout(server.cut, config.shutdownTimeoutMs + LINGER_MS);
      // First the connections: a tunnel that is closing refuses what they still bring.
      await server.stop();
      clearTimeout(cut);
      await tunnel.close();
      clearTimeout(timer);
      const counted = await metrics.collect();
      stopObserving();
      await metrics.close();
      return counted;
    },
  };
}
