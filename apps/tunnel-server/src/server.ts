import { hostname } from 'node:os';
import {
  createBoard,
  createEventStreams,
  formatDuration,
  type Forward,
  type ProcessReport,
} from '@adit/tunnel/operations';
import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';
import { createAdminAccess } from './admin/admin-access.ts';
import { createAdminListener } from './admin/admin-listener.ts';
import type { ControlCommand } from './admin/control.ts';
import { shownSettings } from './admin/shown-settings.ts';
import { SYSTEM_CLOCK, type Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import { HTTP_LIMITS, startHttpServer, type HttpServer } from './http-server.ts';
import { toListenError } from './listen-error.ts';
import { describeError, type Log } from './log.ts';
import { toPrometheusText } from './metrics.ts';
import { SETTINGS } from './settings.ts';
import { startMetricPush, type MetricPush } from './push-metrics.ts';
import { createRecurringWarnings } from './recurring-warnings.ts';
import { version } from './version.ts';
import { startTunnelProcess, type TunnelProcessOptions } from './tunnel-process.ts';

/** A running server. */
export interface TunnelServer {
  /** Address of the tunnel, such as `http://127.0.0.1:8787/monitoring-tunnel`. */
  readonly url: string;
  /** Origin of the admin endpoints. */
  readonly adminUrl: string;
  /**
   * Becomes not ready, lets requests in flight finish, and spools the rest after the configured time-out. Closes the
   * admin endpoints last.
   */
  readonly stop: () => Promise<void>;
}

/** The part that receives envelopes: this process, or several workers. */
export interface TunnelFront {
  readonly url: string;
  readonly isReady: () => boolean | Promise<boolean>;
  readonly collect: () => Promise<ScopeMetrics[]>;
  /** The reports of all processes that answer. */
  readonly reports: () => Promise<readonly ProcessReport[]>;
  readonly findForwards: (eventId: string) => Promise<readonly Forward[]>;
  readonly control: (command: ControlCommand) => void;
  /** Resolves to the final metrics. */
  readonly stop: () => Promise<ScopeMetrics[]>;
}

/** What the page names where a setting may be behind refusals. */
const SETTING_NAMES = {
  dsns: SETTINGS.dsns.name,
  origins: SETTINGS.allowedOrigins.name,
  throttle: SETTINGS.throttle.name,
  proxies: SETTINGS.trustedProxies.name,
};

/** Time for pending admin requests after everything else has stopped, in milliseconds. */
const ADMIN_STOP_MS = 500;

function showSpool(spool: ServerConfig['spool']): string {
  if (spool.kind === 'redis') return spool.address.shown;
  return spool.kind === 'disk' ? `disk:${spool.path}` : spool.kind;
}

/** Logs the configuration without keys. */
function logStart(log: Log, config: ServerConfig, { url }: TunnelFront, adminUrl: string): void {
  const { tunnel, spool, spoolMaxBytes, limits, workers, throttle } = config;
  log.info('started', {
    url,
    adminUrl,
    workers,
    spool: showSpool(spool),
    insurance: spool.kind === 'redis' ? showSpool(spool.insurance) : undefined,
    limits: limits.kind === 'redis' ? limits.address.shown : limits.kind,
    spoolMaxBytes,
    dsns: tunnel.allowedDsns.length,
    throttle: throttle && `${throttle.requests} in ${throttle.perMs} ms`,
    node: process.version,
  });
}

/**
 * Starts the admin endpoints of a tunnel.
 * @throws the system's error if the admin port cannot be opened. The tunnel is then stopped
 */
export async function startServerAround(
  front: TunnelFront,
  config: ServerConfig,
  log: Log,
  clock: Clock = SYSTEM_CLOCK,
): Promise<TunnelServer> {
  const { throttle } = config;
  let stopped: Promise<void> | undefined;
  let admin: HttpServer;
  const isReady = (): boolean | Promise<boolean> => stopped === undefined && front.isReady();
  const board = createBoard({
    collect: front.reports,
    isReady,
    clock,
    server: {
      version: version(),
      node: process.version,
      replica: hostname(),
      port: Number(new URL(front.url).port),
      throttle: throttle === undefined ? null : `${throttle.requests} in ${formatDuration(throttle.perMs)}`,
      startedAt: clock.now(),
      settings: SETTING_NAMES,
    },
    spoolKind: config.spool.kind,
  });
  const streams = createEventStreams(board);
  try {
    admin = await startHttpServer({
      host: config.adminHost,
      port: config.adminPort,
      limits: { ...HTTP_LIMITS, idleGraceMs: 0 },
      listener: createAdminListener({
        isReady,
        metrics: async () => toPrometheusText(await front.collect()),
        board,
        streams,
        findForwards: front.findForwards,
        control: front.control,
        settings: () => shownSettings(config),
        access: createAdminAccess({ ...config.adminTokens, host: config.adminHost }),
        log,
      }),
    });
  } catch (error) {
    board.stop();
    await front.stop();
    const { adminHost: host, adminPort: port } = config;
    throw toListenError(error, { hostKey: 'adminHost', portKey: 'adminPort', host, port });
  }
  logStart(log, config, front, admin.origin);
  const push = config.push && pushMetrics(config.push, front, log, clock);

  const shutDown = async (): Promise<void> => {
    log.info('stopping', { timeoutMs: config.shutdownTimeoutMs });
    const counted = await front.stop();
    const pushed = push?.stop(counted);
    board.stop();
    streams.close();
    await pushed;
    const cut = setTimeout(admin.cut, ADMIN_STOP_MS);
    await admin.stop();
    clearTimeout(cut);
    log.info('stopped');
  };
  return { url: front.url, adminUrl: admin.origin, stop: () => (stopped ??= shutDown()) };
}

function pushMetrics(
  { attributes, ...where }: NonNullable<ServerConfig['push']>,
  { collect }: TunnelFront,
  log: Log,
  clock: Clock,
): MetricPush {
  const warnings = createRecurringWarnings({ log, monotonicNow: clock.monotonicNow });
  return startMetricPush({
    ...where,
    collect,
    attributes: {
      'service.name': 'adit-tunnel',
      'service.version': version(),
      'service.instance.id': hostname(),
      ...attributes,
    },
    onError: (error) => warnings.warn('metrics-push-failed', '', { cause: describeError(error) }),
    clock,
  });
}

/** Starts the tunnel in this process, with its admin endpoints. See {@link startTunnelProcess} for what it throws. */
export async function startServer(options: TunnelProcessOptions): Promise<TunnelServer> {
  const tunnel = await startTunnelProcess(options);
  const front: TunnelFront = {
    ...tunnel,
    stop: async () => (await tunnel.stop()).metrics,
    reports: async () => [await tunnel.report()],
    findForwards: (eventId) => Promise.resolve(tunnel.findForwards(eventId)),
  };
  return startServerAround(front, options.config, options.log, options.clock);
}
