import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';
import { createAdminListener } from './admin.ts';
import type { ServerConfig } from './config.ts';
import { HTTP_LIMITS, startHttpServer, type HttpServer } from './http-server.ts';
import { toListenError } from './listen-error.ts';
import type { Log } from './log.ts';
import { toPrometheusText } from './metrics.ts';
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
  readonly stop: () => Promise<unknown>;
}

/** Time for pending admin requests after everything else has stopped, in milliseconds. */
const ADMIN_STOP_MS = 500;

/** Logs the configuration without keys. */
function logStart(log: Log, config: ServerConfig, { url }: TunnelFront, adminUrl: string): void {
  const { tunnel, spool, spoolMaxBytes, workers, throttle } = config;
  log.info('started', {
    url,
    adminUrl,
    workers,
    spool: spool.kind === 'disk' ? `disk:${spool.path}` : spool.kind,
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
): Promise<TunnelServer> {
  let stopped: Promise<void> | undefined;
  let admin: HttpServer;
  try {
    admin = await startHttpServer({
      host: config.adminHost,
      port: config.adminPort,
      limits: { ...HTTP_LIMITS, idleGraceMs: 0 },
      listener: createAdminListener({
        isReady: () => stopped === undefined && front.isReady(),
        metrics: async () => toPrometheusText(await front.collect()),
      }),
    });
  } catch (error) {
    await front.stop();
    const { adminHost: host, adminPort: port } = config;
    throw toListenError(error, { hostKey: 'adminHost', portKey: 'adminPort', host, port });
  }
  logStart(log, config, front, admin.origin);

  const shutDown = async (): Promise<void> => {
    log.info('stopping', { timeoutMs: config.shutdownTimeoutMs });
    await front.stop();
    const cut = setTimeout(admin.cut, ADMIN_STOP_MS);
    await admin.stop();
    clearTimeout(cut);
    log.info('stopped');
  };
  return { url: front.url, adminUrl: admin.origin, stop: () => (stopped ??= shutDown()) };
}

/** Starts the tunnel in this process, with its admin endpoints. See {@link startTunnelProcess} for what it throws. */
export async function startServer(options: TunnelProcessOptions): Promise<TunnelServer> {
  return startServerAround(await startTunnelProcess(options), options.config, options.log);
}
