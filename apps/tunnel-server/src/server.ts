import { hostname } from 'node:os';
import { SYSTEM_CLOCK, type Clock } from '@adit/envelope';
import { createBoard, createEventStreams, formatDuration } from '@adit/operations';
import { createAdminAccess } from './admin/admin-access.ts';
import { createAdminListener } from './admin/admin-listener.ts';
import { shownSettings } from './admin/shown-settings.ts';
import type { ServerConfig } from './config/config.ts';
import { shownPolicy } from './config/policy-config.ts';
import { HTTP_LIMITS, startHttpServer, type HttpServer } from './http/http-server.ts';
import { toListenError } from './http/listen-error.ts';
import { describeError, type Log } from './log/log.ts';
import { SETTINGS } from './config/settings.ts';
import type { ExportOptions } from './metrics/export.ts';
import { mergeMeasures, type ServerMeasures } from './metrics/measures.ts';
import type { MetricPush } from './metrics/push-metrics.ts';
import { createServerMetrics } from './metrics/table.ts';
import { createRecurringWarnings } from './log/recurring-warnings.ts';
import { VERSION } from './version.ts';
import type { TunnelFront } from './process/front.ts';
import { startTunnelProcess, type TunnelProcessOptions } from './process/tunnel-process.ts';

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

/** The names of the settings that the page shows as possible causes of refusals. */
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

const addressOfDoor = (url: string, apiPath: string): string =>
  `${new URL(url).origin}${apiPath.replace(/\/$/, '')}/api/`;

/** Logs the configuration without keys. */
function logStart(log: Log, config: ServerConfig, { url }: TunnelFront, adminUrl: string): void {
  const { tunnel, spool, spoolMaxBytes, limits, policy, workers, throttle } = config;
  log.info('started', {
    url,
    apiUrl: tunnel.apiPath === undefined ? undefined : addressOfDoor(url, tunnel.apiPath),
    adminUrl,
    workers,
    spool: showSpool(spool),
    insurance: spool.kind === 'redis' ? showSpool(spool.insurance) : undefined,
    limits: limits.kind === 'redis' ? limits.address.shown : limits.kind,
    policy: shownPolicy(policy),
    spoolMaxBytes,
    dsns: tunnel.allowedDsns.length,
    throttle: throttle && `${throttle.requests} in ${throttle.perMs} ms`,
    node: process.version,
  });
}

/**
 * Starts the admin endpoints of a tunnel.
 * @throws the system's error if the admin port cannot be opened, or that of OpenTelemetry if it cannot push. The tunnel
 * is then stopped
 */
export async function startServerAround(
  front: TunnelFront,
  config: ServerConfig,
  log: Log,
  clock: Clock = SYSTEM_CLOCK,
): Promise<TunnelServer> {
  const { throttle } = config;
  const startedAt = clock.now();
  const metrics = createServerMetrics();
  const exportOptions = (): ExportOptions => ({ ...config.tunnel, metrics, startedAt, nowMs: clock.now() });
  let stopped: Promise<void> | undefined;
  let admin: HttpServer | undefined;
  let push: Push | undefined;
  const isReady = (): boolean | Promise<boolean> => stopped === undefined && front.isReady();
  const board = createBoard({
    collect: front.reports,
    isReady,
    clock,
    server: {
      version: VERSION,
      node: process.version,
      replica: hostname(),
      port: Number(new URL(front.url).port),
      throttle: throttle === undefined ? null : `${throttle.requests} in ${formatDuration(throttle.perMs)}`,
      startedAt,
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
        metrics: async () => {
          const measures = await front.measure();
          // Loaded on demand: loading it takes longer than the rest of the server.
          const { toPrometheusText, toScopeMetrics } = await import('./metrics/export.ts');
          return toPrometheusText(toScopeMetrics(measures, exportOptions()));
        },
        board,
        streams,
        findForwards: front.findForwards,
        recent: front.recent,
        control: front.control,
        settings: () => shownSettings(config),
        access: createAdminAccess({ ...config.adminTokens, host: config.adminHost }),
        log,
      }),
    });
    push = config.push && (await pushMetrics(config.push, { front, exportOptions, log, clock }));
  } catch (error) {
    board.stop();
    // Whoever reads the page by now would keep the port open.
    streams.close();
    admin?.cut();
    await admin?.stop();
    await front.stop();
    const { adminHost: host, adminPort: port } = config;
    throw toListenError(error, { hostKey: 'adminHost', portKey: 'adminPort', host, port });
  }
  const { origin: adminUrl, cut, stop } = admin;
  logStart(log, config, front, adminUrl);

  const shutDown = async (): Promise<void> => {
    log.info('stopping', { timeoutMs: config.shutdownTimeoutMs });
    const counted = await front.stop();
    const pushed = push?.stop(counted);
    board.stop();
    streams.close();
    await pushed;
    const overdue = setTimeout(cut, ADMIN_STOP_MS);
    await stop();
    clearTimeout(overdue);
    log.info('stopped');
  };
  return { url: front.url, adminUrl, stop: () => (stopped ??= shutDown()) };
}

interface Push {
  /** Sends the final metrics. */
  readonly stop: (final: ServerMeasures) => Promise<void>;
}

async function pushMetrics(
  { attributes, ...where }: NonNullable<ServerConfig['push']>,
  {
    front,
    exportOptions,
    log,
    clock,
  }: { front: TunnelFront; exportOptions: () => ExportOptions; log: Log; clock: Clock },
): Promise<Push> {
  const [{ startMetricPush }, { toScopeMetrics }] = await Promise.all([
    import('./metrics/push-metrics.ts'),
    import('./metrics/export.ts'),
  ]);
  const warnings = createRecurringWarnings({ log, monotonicNow: clock.monotonicNow });
  const push: MetricPush = startMetricPush({
    ...where,
    collect: async () => toScopeMetrics(await front.measure(), exportOptions()),
    attributes: {
      'service.name': 'adit-tunnel',
      'service.version': VERSION,
      'service.instance.id': hostname(),
      ...attributes,
    },
    onError: (error) => warnings.warn('metrics-push-failed', '', { cause: describeError(error) }),
    clock,
  });
  return { stop: (final) => push.stop(toScopeMetrics(final, exportOptions())) };
}

/** Starts the tunnel in this process, with its admin endpoints. It throws the errors of {@link startTunnelProcess}. */
export async function startServer(options: TunnelProcessOptions): Promise<TunnelServer> {
  const tunnel = await startTunnelProcess(options);
  const front: TunnelFront = {
    ...tunnel,
    measure: async () => mergeMeasures([await tunnel.measure()]),
    stop: async () => mergeMeasures([(await tunnel.stop()).measures]),
    reports: async () => [await tunnel.report()],
    findForwards: (eventId) => Promise.resolve(tunnel.findForwards(eventId)),
    recent: () => Promise.resolve(tunnel.recent()),
  };
  return startServerAround(front, options.config, options.log, options.clock);
}
