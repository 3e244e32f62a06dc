import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, Socket, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { closeAfterAnswer } from '@adit/tunnel/node';
import { answerClientError } from './answer-client-error.ts';
import { isAmbiguousHead } from './check-head.ts';
import { createConnectionTable } from './connection-table.ts';

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
  /** Open at a time, in this process. For one more, the oldest idle one is closed. */
  readonly maxConnections: number;
  /** Of them, those of one IPv4 address or IPv6 /64, and those of one IPv6 /48. A tenth and three tenths of all. */
  readonly maxConnectionsPerClient: readonly [network: number, site: number];
  /**
   * While stopping, for how long an idle connection may still send a request. One second: a connection in use sends
   * within it, and hears with its answer that it closes; one that is not in use is closed without a loss.
   */
  readonly idleGraceMs: number;
}

/** The {@link HttpLimits} of the tunnel's own port. */
export const HTTP_LIMITS: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  keepAliveTimeoutMs: 75_000,
  checkIntervalMs: 2_000,
  maxHeaderBytes: 16_384,
  maxConnections: 10_000,
  maxConnectionsPerClient: [1_000, 3_000],
  idleGraceMs: 1_000,
};

/** A listening server. */
export interface HttpServer {
  /** Such as `http://127.0.0.1:8787`. */
  readonly origin: string;
  /** Closes the port; what is connected is served as before. {@link stop} does so too. */
  readonly leave: () => Promise<void>;
  /**
   * Answers what has been sent, with `Connection: close`, and accepts nothing new; resolves when the last connection is
   * closed.
   */
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
  /** The groups a peer counts for, the narrowest first. Default none: connections are bounded by their total alone. */
  networksOf?: (peerAddress: string | undefined) => readonly string[];
  /** Is told when a connection is closed or refused because there are too many. */
  onDrop?: () => void;
}

/** While stopping, how often connections that have become idle are closed, in milliseconds. */
const IDLE_CHECK_MS = 50;

const wait = (ms: number): Promise<void> => delay(ms, undefined, { ref: false });

/** How often in a row new connections may turn up in the queue of a port that is about to close. */
const MAX_QUEUE_TURNS = 16;

/**
 * Starts a server that a slow or hostile client cannot hold for long.
 * @throws the system's error where the port cannot be had
 */
export async function startHttpServer({
  host,
  port,
  listener,
  limits = HTTP_LIMITS,
  networksOf = () => [],
  onDrop,
}: HttpServerOptions): Promise<HttpServer> {
  const { maxConnections, maxConnectionsPerClient } = limits;
  const connections = createConnectionTable<Socket>({
    total: maxConnections,
    perGroup: maxConnectionsPerClient,
  });
  /** Those under way, in the order of their requests: a client may send several at once. */
  const responses = new Map<Socket, Set<ServerResponse>>();
  let isStopping = false;
  let accepted = 0;

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
    (request, response) => {
      const { socket } = request;
      connections.begin(socket);
      const underWay = responses.get(socket) ?? new Set();
      underWay.add(response);
      response.once('close', () => {
        underWay.delete(response);
        connections.end(socket);
      });
      if (isStopping) response.shouldKeepAlive = false;
      if (isAmbiguousHead(request)) {
        closeAfterAnswer(request, response);
        response.writeHead(400, { 'content-length': 0, 'x-content-type-options': 'nosniff' }).end();
        request.resume();
      } else listener(request, response);
    },
  );
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    const { isAdmitted, evicted } = connections.add(socket, networksOf(socket.remoteAddress));
    responses.set(socket, new Set());
    socket.once('close', () => {
      connections.remove(socket);
      responses.delete(socket);
    });
    for (const victim of isAdmitted ? evicted : [...evicted, socket]) {
      victim.destroy();
      onDrop?.();
    }
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return;
    const isAnswering = [...(responses.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    answerClientError(error, socket, isAnswering);
  });
  const origin = await listen(server, port, host);

  /** Connections that the kernel has made wait to be accepted: closing the port would reset them. */
  const acceptQueued = async (): Promise<void> => {
    for (let turn = 0, before = -1; turn < MAX_QUEUE_TURNS && before !== accepted; turn += 1) {
      before = accepted;
      // The first ends this turn, the second a whole one.
      await nextTurn();
      await nextTurn();
    }
  };

  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  let left: Promise<unknown> | undefined;
  const leave = async (): Promise<void> => {
    // That of node:http would cut idle connections at once.
    left ??= acceptQueued().then(() => NetServer.prototype.close.call(server));
    await left;
  };

  const stop = async (): Promise<void> => {
    await leave();
    isStopping = true;
    // Without effect on an answer that has begun; its connection is idle next.
    for (const underWay of responses.values()) {
      for (const response of underWay) response.shouldKeepAlive = false;
    }
    await Promise.race([closed, wait(limits.idleGraceMs)]);
    const closeIdle = setInterval(() => {
      // After what has arrived meanwhile has been read.
      setImmediate(() => connections.idle().forEach((socket) => socket.destroy()));
    }, IDLE_CHECK_MS);
    await closed;
    clearInterval(closeIdle);
    // Ends its check of time-outs.
    server.close();
  };
  return { origin, leave, stop, cut: () => server.closeAllConnections() };
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
