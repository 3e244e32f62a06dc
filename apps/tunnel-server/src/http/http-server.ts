import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, Socket, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { closeAfterAnswer } from '@adit/tunnel/node';
import { answerClientError } from './answer-client-error.ts';
import { isAmbiguousHead } from './check-head.ts';
import { createConnectionTable } from './connection-table.ts';

/** Limits for clients. Times are in milliseconds. */
export interface HttpLimits {
  /**
   * Time for a request's head, from the first byte of the connection or of the next request. Ten seconds: clients
   * send a head at once, and a slow one is a slowloris attack.
   */
  readonly headersTimeoutMs: number;
  /**
   * Time for a whole request. Five minutes, the default of node:http: a replay over a slow mobile connection takes
   * long. The tunnel's body time-out ends a request much earlier if its client stops sending.
   */
  readonly requestTimeoutMs: number;
  /**
   * Idle time of a connection. 75 seconds: nginx and cloud load balancers close idle connections after 60 seconds. If
   * they close first, no envelope is sent on a connection that the server is closing.
   */
  readonly keepAliveTimeoutMs: number;
  /** Interval at which the first two are checked. */
  readonly checkIntervalMs: number;
  /** Size of a request's head. 16 KiB, the default of node:http: requests carry the site's cookies. */
  readonly maxHeaderBytes: number;
  /** Open connections of this process. Beyond this number, the oldest idle connection is closed. */
  readonly maxConnections: number;
  /** Open connections of one IPv4 address or IPv6 /64, and of one IPv6 /48: a tenth and three tenths of the total. */
  readonly maxConnectionsPerClient: readonly [network: number, site: number];
  /**
   * While stopping, idle connections are closed once none of them has sent a request for this time. One second: a proxy
   * that still uses its connections sends within it, and gets `Connection: close` with each answer.
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
  /** Closes the port. Open connections are still served. {@link stop} does this too. */
  readonly closePort: () => Promise<void>;
  /**
   * Closes the port and answers the requests that were sent, with `Connection: close`. Resolves when the last
   * connection has closed.
   */
  readonly stop: () => Promise<void>;
  /** Closes every connection at once. */
  readonly cut: () => void;
}

/** Options of {@link startHttpServer}. */
export interface HttpServerOptions {
  host: string;
  port: number;
  listener: RequestListener;
  /** Default {@link HTTP_LIMITS}. */
  limits?: HttpLimits;
  /** The groups of a peer, the narrowest first. Default none: only the total is bounded. */
  networksOf?: (peerAddress: string | undefined) => readonly string[];
  /** Called when a connection is closed or refused because there are too many. */
  onDrop?: () => void;
}

/** While stopping, the interval at which idle connections are closed, in milliseconds. */
const IDLE_CHECK_MS = 50;

/**
 * The longest turn of the event loop after which the port is closed, in milliseconds. Connections that arrive while a turn
 * lasts are in the kernel's queue, and closing the port resets them.
 */
const SHORT_TURN_MS = 0.2;

/** The port is closed after this time even if no turn was short, in milliseconds. */
const MAX_QUEUE_MS = 1_000;

/** The state of a server. Its operations are functions over it. */
interface ServerContext extends Required<Omit<HttpServerOptions, 'host' | 'port'>> {
  readonly server: Server;
  readonly closed: Promise<void>;
  readonly connections: ReturnType<typeof createConnectionTable<Socket>>;
  /** Pending responses, in the order of their requests. A client may send several requests at once. */
  readonly responses: Map<Socket, Set<ServerResponse>>;
  /** The number of connections so far. */
  accepted: number;
  /** When the last request began, in milliseconds. */
  lastRequestAt: number;
  portClosing: Promise<unknown> | undefined;
  /** Requests that wait until the port is closed. Empty before and afterwards. */
  readonly held: (() => void)[];
  isPortClosed: boolean;
  isStopping: boolean;
}

/**
 * Starts a server that limits slow and hostile clients.
 * @throws the system's error if the port cannot be opened
 */
export async function startHttpServer({
  host,
  port,
  listener,
  limits = HTTP_LIMITS,
  networksOf = () => [],
  onDrop = () => undefined,
}: HttpServerOptions): Promise<HttpServer> {
  const { maxConnections: total, maxConnectionsPerClient: perGroup } = limits;
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: true,
    insecureHTTPParser: false,
  });
  const context: ServerContext = {
    ...{ listener, limits, networksOf, onDrop, server },
    closed: new Promise((resolve) => server.once('close', resolve)),
    connections: createConnectionTable({ total, perGroup }),
    responses: new Map(),
    accepted: 0,
    lastRequestAt: -Infinity,
    portClosing: undefined,
    held: [],
    isPortClosed: false,
    isStopping: false,
  };
  server.on('request', (request, response) => {
    const isHeld = context.portClosing !== undefined && !context.isPortClosed;
    if (isHeld) context.held.push(() => handle(context, request, response));
    else handle(context, request, response);
  });
  server.on('connection', (socket) => admit(context, socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return;
    const isAnswering = [...(context.responses.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    answerClientError(error, socket, isAnswering);
  });
  return {
    origin: await listen(server, port, host),
    closePort: () => closePort(context),
    stop: () => stop(context),
    cut: () => server.closeAllConnections(),
  };
}

/** Adds a connection. Closes it or others if there are too many. */
function admit(context: ServerContext, socket: Socket): void {
  const { connections, responses, networksOf, onDrop } = context;
  context.accepted += 1;
  const { isAdmitted, evicted } = connections.add(socket, networksOf(socket.remoteAddress));
  responses.set(socket, new Set());
  socket.once('close', () => {
    connections.remove(socket);
    responses.delete(socket);
  });
  for (const victim of isAdmitted ? evicted : [...evicted, socket]) {
    victim.destroy();
    onDrop();
  }
}

/** Notes a request, and passes it to the listener unless its head is ambiguous. */
function handle(context: ServerContext, ...[request, response]: Parameters<RequestListener>): void {
  const { connections, responses, listener } = context;
  const { socket } = request;
  connections.begin(socket);
  context.lastRequestAt = performance.now();
  const underWay = responses.get(socket) ?? new Set();
  underWay.add(response);
  response.once('close', () => {
    underWay.delete(response);
    connections.end(socket);
  });
  if (context.isStopping) response.shouldKeepAlive = false;
  if (isAmbiguousHead(request)) {
    closeAfterAnswer(request, response);
    response.writeHead(400, { 'content-length': 0, 'x-content-type-options': 'nosniff' }).end();
    request.resume();
  } else listener(request, response);
}

/**
 * Accepts the connections in the kernel's queue. Returns right after a turn of the event loop that was short and found
 * none, so that hardly any can have arrived since. Requests wait meanwhile: answers would make turns long, and bring new
 * connections.
 */
async function acceptQueued(context: ServerContext): Promise<void> {
  const startedAt = performance.now();
  for (let isQuiet = false; !isQuiet && performance.now() - startedAt < MAX_QUEUE_MS;) {
    await nextTurn();
    const before = context.accepted;
    const turnAt = performance.now();
    await nextTurn();
    isQuiet = context.accepted === before && performance.now() - turnAt < SHORT_TURN_MS;
  }
}

async function closePort(context: ServerContext): Promise<void> {
  // The method of node:http would close idle connections at once.
  context.portClosing ??= acceptQueued(context).then(() => {
    NetServer.prototype.close.call(context.server);
    context.isPortClosed = true;
    for (const begin of context.held.splice(0)) begin();
  });
  await context.portClosing;
}

async function stop(context: ServerContext): Promise<void> {
  const { server, limits, closed, connections, responses } = context;
  await closePort(context);
  context.isStopping = true;
  // This has no effect on an answer that has begun. Its connection is closed once it is idle.
  for (const underWay of responses.values()) {
    for (const response of underWay) response.shouldKeepAlive = false;
  }
  const stoppedAt = performance.now();
  const closeIdle = setInterval(() => {
    // Requests that have arrived in the meantime are read first.
    setImmediate(() => {
      const quietSince = Math.max(stoppedAt, context.lastRequestAt);
      if (performance.now() - quietSince < limits.idleGraceMs) return;
      connections.idle().forEach((socket) => socket.destroy());
    });
  }, IDLE_CHECK_MS);
  await closed;
  clearInterval(closeIdle);
  // Stops its timer.
  server.close();
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
