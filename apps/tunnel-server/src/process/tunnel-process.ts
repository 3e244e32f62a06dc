import { SYSTEM_CLOCK, type Clock } from '@adit/envelope';
import {
  createTunnel,
  type Fact,
  type OutageWatch,
  type OutcomeDetail,
  type Tunnel,
  type TunnelOptions,
} from '@adit/tunnel';
import type { LimitStore, ThrottleStore } from '@adit/spool';
import {
  createListener,
  createNodeDecoders,
  createNodeTransport,
  createPeerNetworks,
} from '@adit/tunnel/node';
import {
  createOldestAge,
  createReporter,
  measureDocument,
  measureProcess,
  type Forward,
  type ProcessMeter,
  type ProcessReport,
} from '@adit/operations';
import { serveSettings } from '@adit/tunnel/settings';
import { carryOut, type ControlCommand } from './control.ts';
import { toConfigError, type ServerConfig } from '../config/config.ts';
import { createDeadlineTransport } from './deadline-transport.ts';
import { startHttpServer, type HttpLimits, type HttpServer } from '../http/http-server.ts';
import { toListenError } from '../http/listen-error.ts';
import type { Log } from '../log/log.ts';
import { createFactLog } from '../log/log-facts.ts';
import type { Measures } from '../metrics/measures.ts';
import { createRecurringWarnings, type RecurringWarnings } from '../log/recurring-warnings.ts';
import { openPolicy, type OpenedPolicy } from './policy.ts';
import { closeLinks, createThrottle, openStores, type Stores } from './stores.ts';
import { logRateLimits } from '../log/log-rate-limits.ts';
import { createOutageLog } from '../log/log-outages.ts';

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
  /** Accounts of the items that the policy has judged in the last hour; `undefined` without one. */
  readonly recent: () => readonly unknown[] | undefined;
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

/** The stores and instruments of a process. Its operations are functions over them. */
interface ProcessContext extends Required<Pick<TunnelProcessOptions, 'config' | 'log' | 'clock'>> {
  readonly stores: Stores;
  readonly policy: OpenedPolicy;
  readonly warnings: RecurringWarnings;
  readonly meter: ProcessMeter;
  readonly reporter: ReturnType<typeof createReporter>;
  readonly oldestAge: ReturnType<typeof createOldestAge> | undefined;
  readonly deadline: ReturnType<typeof createDeadlineTransport>;
  /** `undefined` until there is a tunnel. */
  outages: OutageWatch | undefined;
  outageTimer: unknown;
  isStopping: boolean;
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
  const stores = await openStores(config, { worker, log, clock, warnings }, { limits, throttle });
  const policy = await openPolicy(config, log, stores.links);
  const { spoolMaxAgeMs } = config.tunnel.times;
  const context: ProcessContext = {
    ...{ config, log, clock, stores, policy, warnings },
    meter: measureProcess(),
    reporter: createReporter({ worker, now, monotonicNow, spoolMaxAgeMs }),
    oldestAge: stores.spool && createOldestAge(stores.spool.store, clock),
    deadline: createDeadlineTransport(createNodeTransport({ proxyVariables: process.env })),
    outages: undefined,
    outageTimer: undefined,
    isStopping: false,
  };
  const tunnel = createObservedTunnel(context);
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
    await policy.close();
    closeLinks(stores.links);
    throw toListenError(error, { hostKey: 'host', portKey: 'port', ...config });
  });
  watchOutages(context);
  return {
    url: `${server.origin}${tunnel.path}`,
    isReady: () => !context.isStopping && (stores.spool?.isHealthy() ?? true),
    measure: () => measure(context, tunnel),
    report: () => report(context, tunnel),
    findForwards: context.reporter.findForwards,
    recent: () => policy.policy?.recent(),
    control: (command) => carryOut(command, tunnel, log),
    closePort: () => {
      context.isStopping = true;
      return server.closePort();
    },
    stop: () => stop(context, tunnel, server),
  };
}

/** Creates the tunnel. Its facts go to the log, the reporter and the log of outages. */
function createObservedTunnel(context: ProcessContext): Tunnel {
  const { config, log, clock, stores, policy, warnings, reporter, deadline } = context;
  const { now, monotonicNow } = clock;
  const logFact = createFactLog({ log, warnings, monotonicNow });
  const tell = (fact: Fact, detail: OutcomeDetail): void => {
    logFact(fact, detail);
    if (fact.kind === 'fault') return;
    reporter.tell(fact, detail);
    if (!context.isStopping) context.outages?.record(fact);
  };
  const tunnel = createConfiguredTunnel(
    {
      ...config.tunnel,
      limits: logRateLimits(stores.limits, warnings, now),
      throttle: stores.throttle,
      spool: stores.spool?.store,
      policy: policy.policy,
      transport: deadline.transport,
      decoders: createNodeDecoders(),
      tell,
    },
    config,
  );
  context.outages = createOutageLog({ log, monotonicNow, stats: tunnel.stats });
  return tunnel;
}

/** Checks every second, until the process stops, whether an outage or the period of a warning is over. */
function watchOutages(context: ProcessContext): void {
  context.outages?.check();
  context.warnings.check();
  // A change of the clock is then noticed early, also while nothing waits.
  context.oldestAge?.noteClock();
  context.outageTimer = context.clock.setTimeout(() => watchOutages(context), OUTAGE_CHECK_MS);
}

const readOldestAge = async ({ oldestAge }: ProcessContext): Promise<number | undefined> =>
  oldestAge?.read().catch(() => undefined);

function report(context: ProcessContext, tunnel: Tunnel): Promise<ProcessReport> {
  return context.reporter.report({
    stats: tunnel.stats(),
    isSpoolHealthy: context.stores.spool?.isHealthy(),
    oldestAgeMs: () => readOldestAge(context),
    policy: context.policy.observed,
  });
}

async function measure(context: ProcessContext, tunnel: Tunnel): Promise<Measures> {
  const { links, spool, insurance } = context.stores;
  const measured = context.meter.read();
  const hasRedis = links.all.length > 0;
  const redisReconnects = links.all.reduce((sum, link) => sum + link.reconnects(), 0);
  return {
    ...measured,
    counts: { ...measured.counts, ...(hasRedis && { redisReconnects }) },
    stats: tunnel.stats(),
    oldestAgeMs: await readOldestAge(context),
    policy: measureDocument(context.policy.observed?.state?.()),
    isSpoolFailing: spool && !spool.isHealthy(),
    isRedisAway: hasRedis ? links.all.some((link) => link.isAway()) : undefined,
    insurance: insurance?.depth(),
  };
}

async function stop(context: ProcessContext, tunnel: Tunnel, server: HttpServer): Promise<FinalCounts> {
  const { config, clock, stores, policy, deadline, warnings, meter, reporter } = context;
  context.isStopping = true;
  clock.clearTimeout(context.outageTimer);
  const timer = setTimeout(deadline.expire, config.shutdownTimeoutMs);
  // The tunnel closes only after its requests. A request whose body does not arrive ends when its connection is cut.
  const cut = setTimeout(server.cut, config.shutdownTimeoutMs + LINGER_MS);
  // Connections first: a closing tunnel would refuse their requests.
  await server.stop();
  clearTimeout(cut);
  await tunnel.close();
  await policy.close();
  closeLinks(stores.links);
  clearTimeout(timer);
  const final = { measures: await measure(context, tunnel), report: await report(context, tunnel) };
  warnings.flush();
  meter.stop();
  reporter.stop();
  return final;
}
