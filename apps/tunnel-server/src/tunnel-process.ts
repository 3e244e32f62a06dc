import {
  createTunnel,
  type LimitStore,
  type Outcome,
  type OutcomeDetail,
  type StoredOutcome,
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
import { createOldestAge, observeTunnel } from '@adit/tunnel/opentelemetry';
import { createReporter, type Forward, type ProcessReport } from '@adit/tunnel/operations';
import { serveSettings } from '@adit/tunnel/settings';
import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';
import { carryOut, type ControlCommand } from './admin/control.ts';
import { SYSTEM_CLOCK, type Clock } from './clock.ts';
import { toConfigError, type ServerConfig } from './config.ts';
import { createDeadlineTransport } from './deadline-transport.ts';
import { createHttpMetrics } from './http-metrics.ts';
import { startHttpServer, type HttpLimits } from './http-server.ts';
import { toListenError } from './listen-error.ts';
import { describeError, type Log } from './log.ts';
import { addMetrics, createMetrics } from './metrics.ts';
import { observeProcess } from './observe-process.ts';
import { createRecurringWarnings } from './recurring-warnings.ts';
import { observeRedis } from './redis/observe-redis.ts';
import { openRedisLinks } from './redis/redis-links.ts';
import { shareLimits, shareThrottle } from './redis/redis-limits.ts';
import { createThrottle, openLimits, openSpool } from './stores.ts';
import { logRateLimits } from './log-rate-limits.ts';
import { createOutageLog } from './log-outages.ts';
import { trackSpoolHealth } from './spool-health.ts';
import { version } from './version.ts';

/** The running tunnel of one process. */
export interface TunnelProcess {
  /** Address of the tunnel, such as `http://127.0.0.1:8787/monitoring-tunnel`. */
  readonly url: string;
  readonly isReady: () => boolean;
  readonly collect: () => Promise<ScopeMetrics[]>;
  /** What this process says of itself, for the admin endpoints. */
  readonly report: () => Promise<ProcessReport>;
  /** The forwards of an event, the newest first. */
  readonly findForwards: (eventId: string) => readonly Forward[];
  readonly control: (command: ControlCommand) => void;
  /** Becomes not ready and closes the port. Open connections are still served. */
  readonly closePort: () => Promise<void>;
  /**
   * Becomes not ready, lets requests in flight finish, and spools the rest after the configured time-out. Resolves to
   * what it has counted.
   */
  readonly stop: () => Promise<FinalCounts>;
}

/** What a process has counted when it has stopped. */
export interface FinalCounts {
  readonly metrics: ScopeMetrics[];
  readonly report: ProcessReport;
}

/** Options of {@link startTunnelProcess}. */
export interface TunnelProcessOptions {
  config: ServerConfig;
  log: Log;
  /** The worker's number. Default 1. */
  worker?: number;
  /** Default: its own store, saved beside the spool. */
  limits?: LimitStore;
  /** Default: its own store, if the configuration has a throttle. */
  throttle?: ThrottleStore | undefined;
  /** Default: those of {@link startHttpServer}. */
  httpLimits?: HttpLimits;
  /** Default the system's. */
  clock?: Clock;
}

/** Refusals that are only counted in the metrics: an operator cannot prevent them. */
const UNREMARKABLE: ReadonlySet<string> = new Set([
  'closing',
  'method-not-allowed',
  'path-not-found',
  'rate-limited',
]);

/** Time for clients to receive their answers after the shutdown time-out, in milliseconds. */
const LINGER_MS = 500;

/** Time between two looks at the delivery of stored envelopes, in milliseconds. */
const OUTAGE_CHECK_MS = 1_000;

/** Turns the tunnel's errors into ConfigErrors. */
function createConfiguredTunnel(options: TunnelOptions, config: ServerConfig): Tunnel {
  try {
    return createTunnel(options);
  } catch (error) {
    throw toConfigError(error, config);
  }
}

/**
 * Checks the options of the tunnel itself without starting it.
 * @throws {@link ConfigError}
 */
export async function checkTunnelOptions(config: ServerConfig): Promise<void> {
  await createConfiguredTunnel(config.tunnel, config).close();
}

/**
 * Opens the stores, creates the tunnel and listens.
 * @throws {@link ConfigError} for invalid options, or a spool or a Redis that cannot be used, and the system's error if the port cannot
 * be opened
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
  const links = await openRedisLinks(config, { log, clock });
  const closeLinks = (): void => links.all.forEach((link) => link.close());
  const opened = await openSpool(config, { worker, log, clock }, links.spool).catch((error: unknown) => {
    closeLinks();
    throw error;
  });
  const knownLimits =
    (links.limits && (await shareLimits(links.limits, warnings))) ??
    limits ??
    (await openLimits(config)) ??
    createMemoryLimits();
  const spool = opened && trackSpoolHealth({ ...opened, log, monotonicNow });
  const metrics = createMetrics();
  observeRedis(metrics.meter, links, opened?.insurance);
  const stores = new Map(spool === undefined ? [] : [['spool', spool.isHealthy]]);
  const stopMeasuring = observeProcess(metrics.meter, { version: version(), stores });
  const http = createHttpMetrics({
    route: config.tunnel.path,
    ingestOrigin: config.tunnel.ingestOrigin,
    now,
  });
  const reporter = createReporter({
    worker,
    now,
    monotonicNow,
    spoolMaxAgeMs: config.tunnel.spoolMaxAgeMs,
  });
  const oldestAge = opened && createOldestAge(opened.store, clock);
  const collect = async (): Promise<ScopeMetrics[]> => addMetrics(await metrics.collect(), http.collect());

  const deadline = createDeadlineTransport(createNodeTransport());
  let isStopping = false;

  const onOutcome = (outcome: Outcome, detail: OutcomeDetail): void => {
    http.record(outcome, detail);
    reporter.note(outcome, detail);
    if (!isStopping) outages.record(outcome);
    if (outcome.kind === 'refused' && !UNREMARKABLE.has(outcome.reason)) {
      warnings.warn('requests-refused', outcome.reason, { reason: outcome.reason, status: outcome.status });
    }
  };
  const onStoredOutcome = (outcome: StoredOutcome, detail: OutcomeDetail): void => {
    if (outcome.kind === 'redelivered') http.recordRedelivery(outcome.status, detail);
    reporter.noteStored(outcome, detail);
  };
  const tunnel = createConfiguredTunnel(
    {
      ...config.tunnel,
      limits: logRateLimits(knownLimits, warnings, now),
      throttle: throttle && shareThrottle(throttle, links.limits, config),
      spool: spool?.store,
      transport: deadline.transport,
      decoders: createNodeDecoders(),
      onOutcome,
      onStoredOutcome,
      onFault: ({ part, error }) => warnings.warn('part-failed', part, { part, cause: describeError(error) }),
      onSpoolError: (error) => warnings.warn('spool-error', '', { cause: describeError(error) }),
    },
    config,
  );
  const outages = createOutageLog({ log, monotonicNow, stats: tunnel.stats });
  const stopObserving = observeTunnel(tunnel, { meter: metrics.meter, spool: opened?.store, clock });
  const { pageSettings } = config;
  const server = await startHttpServer({
    host: config.host,
    port: config.port,
    listener: createListener(pageSettings === undefined ? tunnel : serveSettings(tunnel, pageSettings)),
    limits: httpLimits,
    networksOf: createPeerNetworks(config.tunnel.trustedProxies),
    onDrop: () => warnings.warn('connections-dropped', ''),
  }).catch(async (error: unknown) => {
    await tunnel.close();
    closeLinks();
    throw toListenError(error, { hostKey: 'host', portKey: 'port', ...config });
  });

  let outageTimer: unknown;
  const checkOutages = (): void => {
    outages.check();
    outageTimer = clock.setTimeout(checkOutages, OUTAGE_CHECK_MS);
  };
  checkOutages();

  const report = (): Promise<ProcessReport> =>
    reporter.report({
      stats: tunnel.stats(),
      isSpoolHealthy: spool?.isHealthy(),
      oldestAgeMs: async () => oldestAge?.read().catch(() => undefined),
    });
  return {
    url: `${server.origin}${tunnel.path}`,
    isReady: () => !isStopping && (spool?.isHealthy() ?? true),
    collect,
    report,
    findForwards: reporter.findForwards,
    control: (command) => carryOut(command, tunnel, log),
    closePort: () => {
      isStopping = true;
      return server.closePort();
    },
    stop: async () => {
      isStopping = true;
      clock.clearTimeout(outageTimer);
      const timer = setTimeout(deadline.expire, config.shutdownTimeoutMs);
      // The tunnel closes only after its requests. A request whose body does not arrive ends when its connection is
      // cut.
      const cut = setTimeout(server.cut, config.shutdownTimeoutMs + LINGER_MS);
      // Connections first: a closing tunnel would refuse their requests.
      await server.stop();
      clearTimeout(cut);
      await tunnel.close();
      closeLinks();
      clearTimeout(timer);
      const final = { metrics: await collect(), report: await report() };
      stopObserving();
      stopMeasuring();
      reporter.stop();
      await metrics.close();
      return final;
    },
  };
}
