import { SYSTEM_CLOCK, type Clock } from '@adit/envelope';
import { createTunnel, type Fact, type OutcomeDetail, type Tunnel, type TunnelOptions } from '@adit/tunnel';
import type { LimitStore, ThrottleStore } from '@adit/spool';
import { createMemoryLimits } from '@adit/spool/memory';
import {
  createListener,
  createNodeDecoders,
  createNodeTransport,
  createPeerNetworks,
} from '@adit/tunnel/node';
import { createOldestAge, createReporter, type Forward, type ProcessReport } from '@adit/operations';
import { serveSettings } from '@adit/tunnel/settings';
import { carryOut, type ControlCommand } from './control.ts';
import { toConfigError, type ServerConfig } from '../config/config.ts';
import { createDeadlineTransport } from './deadline-transport.ts';
import { startHttpServer, type HttpLimits } from '../http/http-server.ts';
import { toListenError } from '../http/listen-error.ts';
import type { Log } from '../log/log.ts';
import { createFactLog } from '../log/log-facts.ts';
import { measureProcess, type Measures } from '../metrics/measures.ts';
import { createRecurringWarnings } from '../log/recurring-warnings.ts';
import type { RedisLinks } from '../redis/redis-links.ts';
import { createThrottle, openLimits, openSpool } from './stores.ts';
import { logRateLimits } from '../log/log-rate-limits.ts';
import { createOutageLog } from '../log/log-outages.ts';
import { trackSpoolHealth } from './spool-health.ts';

/** The running tunnel of one process. */
export interface TunnelProcess {
  /** Address of the tunnel, such as `http://127.0.0.1:8787/monitoring-tunnel`. */
  readonly url: string;
  readonly isReady: () => boolean;
  /** For the metrics. */
  readonly measure: () => Promise<Measures>;
  /** The report of this process for the admin endpoints. */
  readonly report: () => Promise<ProcessReport>;
  /** The forwards of an event, newest first. */
  readonly findForwards: (eventId: string) => readonly Forward[];
  readonly control: (command: ControlCommand) => void;
  /** Becomes not ready and closes the port. Open connections are still served. */
  readonly closePort: () => Promise<void>;
  /**
   * Becomes not ready, lets requests in flight finish, and spools the rest after the configured time-out. Resolves to
   * the final counts.
   */
  readonly stop: () => Promise<FinalCounts>;
}

/** The counts of a process that has stopped. */
export interface FinalCounts {
  readonly measures: Measures;
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
  /** Default: the system's clock. */
  clock?: Clock;
}

/** Time for clients to receive their answers after the shutdown time-out, in milliseconds. */
const LINGER_MS = 500;

/** The interval at which the delivery of stored envelopes is checked, in milliseconds. */
const OUTAGE_CHECK_MS = 1_000;

const NO_LINKS: RedisLinks = { spool: undefined, limits: undefined, all: [] };

/** Connects to Redis if it is configured. Its client takes longer to load than the rest of the server. */
async function openLinks(config: ServerConfig, host: { log: Log; clock: Clock }): Promise<RedisLinks> {
  if (config.spool.kind !== 'redis' && config.limits.kind !== 'redis') return NO_LINKS;
  const { openRedisLinks } = await import('../redis/redis-links.ts');
  return openRedisLinks(config, host);
}

/** Converts the tunnel's errors to ConfigErrors. */
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
  const logFact = createFactLog({ log, warnings, monotonicNow });
  const links = await openLinks(config, { log, clock });
  const closeLinks = (): void => links.all.forEach((link) => link.close());
  const opened = await openSpool(config, { worker, log, clock }, links.spool).catch((error: unknown) => {
    closeLinks();
    throw error;
  });
  const shared = links.limits && (await import('../redis/redis-limits.ts'));
  const knownLimits =
    (links.limits && (await shared?.shareLimits(links.limits, warnings))) ??
    limits ??
    (await openLimits(config)) ??
    createMemoryLimits();
  const spool = opened && trackSpoolHealth({ ...opened, log, monotonicNow });
  const meter = measureProcess();
  const reporter = createReporter({
    worker,
    now,
    monotonicNow,
    spoolMaxAgeMs: config.tunnel.times.spoolMaxAgeMs,
  });
  const oldestAge = opened && createOldestAge(opened.store, clock);
  const readOldestAge = async (): Promise<number | undefined> => oldestAge?.read().catch(() => undefined);

  const deadline = createDeadlineTransport(createNodeTransport({ proxyVariables: process.env }));
  let isStopping = false;

  const tell = (fact: Fact, detail: OutcomeDetail): void => {
    logFact(fact, detail);
    if (fact.kind === 'fault') return;
    reporter.tell(fact, detail);
    if (!isStopping) outages.record(fact);
  };
  const tunnel = createConfiguredTunnel(
    {
      ...config.tunnel,
      limits: logRateLimits(knownLimits, warnings, now),
      throttle: throttle && (shared?.shareThrottle(throttle, links.limits, config) ?? throttle),
      spool: spool?.store,
      transport: deadline.transport,
      decoders: createNodeDecoders(),
      tell,
    },
    config,
  );
  const outages = createOutageLog({ log, monotonicNow, stats: tunnel.stats });
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
    warnings.check();
    // A change of the clock is then noticed early, also while nothing waits.
    oldestAge?.noteClock();
    outageTimer = clock.setTimeout(checkOutages, OUTAGE_CHECK_MS);
  };
  checkOutages();

  const report = (): Promise<ProcessReport> =>
    reporter.report({
      stats: tunnel.stats(),
      isSpoolHealthy: spool?.isHealthy(),
      oldestAgeMs: readOldestAge,
    });
  const measure = async (): Promise<Measures> => {
    const measured = meter.read();
    const hasRedis = links.all.length > 0;
    const redisReconnects = links.all.reduce((sum, link) => sum + link.reconnects(), 0);
    return {
      ...measured,
      counts: { ...measured.counts, ...(hasRedis && { redisReconnects }) },
      stats: tunnel.stats(),
      oldestAgeMs: await readOldestAge(),
      isSpoolFailing: spool && !spool.isHealthy(),
      isRedisAway: hasRedis ? links.all.some((link) => link.isAway()) : undefined,
      insurance: opened?.insurance?.depth(),
    };
  };
  return {
    url: `${server.origin}${tunnel.path}`,
    isReady: () => !isStopping && (spool?.isHealthy() ?? true),
    measure,
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
      const final = { measures: await measure(), report: await report() };
      warnings.flush();
      meter.stop();
      reporter.stop();
      return final;
    },
  };
}
