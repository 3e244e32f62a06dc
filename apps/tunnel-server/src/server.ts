import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTunnel, type Tunnel, type TunnelOptions } from '@adit/tunnel';
import { createListener, createNodeTransport } from '@adit/tunnel/node';
import { ConfigError, type ServerConfig } from './config.ts';

/** A running server, and how to end it. */
export interface TunnelServer {
  /** Where envelopes are taken, such as `http://127.0.0.1:8787/monitoring-tunnel`. */
  readonly url: string;
  /** Where `/healthz/live` and `/healthz/ready` answer. */
  readonly adminUrl: string;
  /** Turns not ready, lets requests in flight finish, then closes; cuts what is left after the configured time-out. */
  readonly stop: () => Promise<void>;
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actualPort, family, address } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });

/** Options the tunnel refuses are configuration too; its message is one line already. */
function createConfiguredTunnel(options: TunnelOptions): Tunnel {
  try {
    return createTunnel(options);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/**
 * Starts the tunnel and its health endpoints.
 * @throws {@link ConfigError} for options the tunnel refuses, and the system's error when a port cannot be had.
 */
export async function startServer(config: ServerConfig): Promise<TunnelServer> {
  const tunnel = createConfiguredTunnel({ ...config.tunnel, transport: createNodeTransport() });
  let ready = true;

  const server = createServer(createListener(tunnel));
  const admin = createServer((request, response) => {
    const healthy = request.url === '/healthz/live' || (request.url === '/healthz/ready' && ready);
    const known = request.url === '/healthz/live' || request.url === '/healthz/ready';
    response.writeHead(healthy ? 200 : known ? 503 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known ? { is_healthy: healthy } : { detail: 'not found' }));
  });

  const origin = await listen(server, config.port, config.host);
  const adminUrl = await listen(admin, config.adminPort, config.adminHost);

  const stop = async (): Promise<void> => {
    ready = false;
    const cut = setTimeout(() => server.closeAllConnections(), config.shutdownTimeoutMs);
    await Promise.all([close(server), tunnel.close()]);
    clearTimeout(cut);
    admin.closeAllConnections();
    await close(admin);
  };
  return { url: `${origin}${tunnel.path}`, adminUrl, stop };
}
