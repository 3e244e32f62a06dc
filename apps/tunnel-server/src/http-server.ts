import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long a client may take, and how much it may open. Times in milliseconds. */
export interface HttpLimits {
  /**
   * For a request's head, from the first byte of the connection or of the next request. Ten seconds: a head is sent at
   * once, and one that dribbles in is a slowloris.
   */
  readonly headersTimeoutMs: number;
  /**
   * For a whole request, whatever it carries. Five minutes, node:http's own: a replay from a phone on a bad line takes
   * long; one that stops sending is ended far earlier, by the tunnel's body time-out.
   */
  readonly requestTimeoutMs: number;
  /**
   * For which an idle connection is kept. 75 seconds: more than the 60 after which nginx and the load balancers of the
   * clouds close theirs, so that it is they who close, and no envelope meets a connection that is just being closed.
   */
  readonly keepAliveTimeoutMs: number;
  /** How often the first two are checked. */
  readonly checkIntervalMs: number;
  /** Of a request's head. 16 KiB, node:http's own: cookies of the site come along, as they do to any of its pages. */
  readonly maxHeaderBytes: number;
  /** Open at a time, in this process; more are closed at once. */
  readonly maxConnections: number;
}

/** The {@link HttpLimits} of the tunnel's own port. */
export const HTTP_LIMITS: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  keepAliveTimeoutMs: 75_000,
  checkIntervalMs: 2_000,
  maxHeaderBytes: 16_384,
  maxConnections: 10_000,
};

/** A listening server. */
export interface HttpServer {
  /** Such as `http://127.0.0.1:8787`. */
  readonly origin: string;
  /** Stops accepting; resolves when the last request is answered and its connection closed. */
  readonly stop: () => Promise<void>;
  /** Cuts every connection. */
  readonly cut: () => void;
}

/** How an {@link HttpServer} is set up. */
export interface HttpServerOptions {
  host: string;
  port: number;
  listener: RequestListener;
  /** Default {@link HTTP_LIMITS}. */
  limits?: HttpLimits;
  /** Is told when a connection is refused because there are too many. */
  onDrop?: () => void;
}

/** While stopping, how often connections that have become idle are closed, in milliseconds. */
const IDLE_CHECK_MS = 50;

/**
 * Starts a server that a slow or hostile client cannot hold for long.
 * @throws the system's error where the port cannot be had
 */
export async function startHttpServer({
  host,
  port,
  listener,
  limits = HTTP_LIMITS,
  onDrop,
}: HttpServerOptions): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      maxHeaderSize: limits.maxHeaderBytes,
      requireHostHeader: true,
      insecureHTTPParser: false,
    },
    listener,
  );
  server.maxConnections = limits.maxConnections;
  if (onDrop !== undefined) server.on('drop', onDrop);
  const origin = await listen(server, port, host);

  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
        server.close(() => {
          clearInterval(idleCheck);
          resolve();
        });
      }),
    cut: () => server.closeAllConnections(),
  };
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: actualPort, address } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${actualPort}`;
}
