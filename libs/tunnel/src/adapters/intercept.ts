import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Http2SecureServer, Http2Server } from 'node:http2';
import { Server as SecureServer } from 'node:https';
import { isOfTunnel, isSamePath, isTunnelPath, parseTarget, type TunnelPaths } from '@adit/envelope';
import type { Tunnel } from '../tunnel.ts';
import { createListener } from './listener.ts';
import { joinField } from './read-field.ts';

/** A server of node:http or node:https, or of node:http2 with its compatibility API. */
export type InterceptableServer = Server | SecureServer | Http2Server | Http2SecureServer;

/** Selects the requests that {@link interceptHttpServers} answers. */
export interface InterceptOptions {
  /**
   * The servers that answer. Default: every server of node:http and node:https in this process, including servers
   * created later. HTTP/2 requests are answered only by servers that are listed here.
   */
  servers?: readonly InterceptableServer[];
  /** The prefix of the tunnel path in requests, such as the `basePath` of Next. Default none. */
  basePath?: string;
}

/**
 * Lets the servers of this process answer the tunnel path before their application sees the request. It is for
 * applications that get neither their server nor a middleware hook, such as those started by `next start`. All other
 * requests, and upgrades, pass unchanged. In a cluster, call it in each worker.
 * If several tunnels have the same path, the newest answers, so a reloaded module replaces its predecessor. The
 * returned function removes this tunnel; requests in flight are still answered.
 * @throws TypeError when `basePath` is not a path
 */
export function interceptHttpServers(
  tunnel: Tunnel,
  { servers, basePath = '' }: InterceptOptions = {},
): () => void {
  const listener = createListener(tunnel);
  const prefix = readBasePath(basePath);
  const path = `${prefix}${tunnel.path}`;
  // A process may hold several separately bundled copies of this module. They share state on the global object.
  const interception = (shared[KEY] ??= createInterception());
  const paths: TunnelPaths = {
    // A request may omit a trailing slash.
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    apiPath: tunnel.apiPath === undefined ? undefined : `${prefix}${tunnel.apiPath}`,
  };
  return interception.add({
    paths,
    servers: servers && new Set(servers),
    claims: ({ url = '' }) => isAt(url, paths),
    answer: (request, response) => {
      // The tunnel knows only its own paths.
      if (prefix !== '') request.url = withoutPrefix(request.url ?? '', prefix);
      listener(request, response);
    },
  });
}

/** Answers requests that an application would otherwise see. */
export interface RequestInterceptor {
  /**
   * Whether `answer` gets the request. Called once or twice for every request of the process, so it must be cheap. If
   * it throws, the server fails.
   */
  readonly claims: (request: IncomingMessage) => boolean;
  /** Answers, or calls `pass` once, now or later, and the application answers. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;
}

/**
 * Lets an interceptor answer requests before the application of a server sees them, as {@link interceptHttpServers}
 * does for a tunnel. Requests with an `Expect` header pass. The returned function removes the interceptor.
 */
export function interceptRequests(
  { claims, answer }: RequestInterceptor,
  { servers }: Pick<InterceptOptions, 'servers'> = {},
): () => void {
  const interception = (shared[KEY] ??= createInterception());
  return interception.add({
    paths: undefined,
    servers: servers && new Set(servers),
    claims: (request) => request.headers.expect === undefined && claims(request),
    answer,
  });
}

/** The path without the base path, and the query. */
function withoutPrefix(target: string, prefix: string): string {
  const { path, search } = parseTarget(target);
  return `${path.slice(prefix.length) || '/'}?${search}`;
}

/** Who answers where. */
interface Route extends RequestInterceptor {
  /** Undefined for all. */
  readonly servers: ReadonlySet<object> | undefined;
  /** The paths of a tunnel, which a newer tunnel takes over. */
  readonly paths: TunnelPaths | undefined;
}

interface Interception {
  /** Returns its undo. */
  readonly add: (route: Route) => () => void;
}

type Emit = (this: unknown, ...args: unknown[]) => boolean;

/** Ends with the version of {@link Interception}: copies that have another keep to their own. */
const KEY = Symbol.for('@adit/tunnel:interception:3');

const shared = globalThis as { [KEY]?: Interception };

/** The channel on which every node:http server announces a request just before it emits it; not on Bun. */
const REQUEST_CHANNEL = 'http.server.request.start';

const isBun = (): boolean => process.versions['bun'] !== undefined;

/**
 * `@sentry/core` sets this symbol on a request that it has instrumented (`integrations/http/server-subscription.ts`). We set it first, so
 * that Sentry opens no scope, session or span for envelopes.
 */
const SEEN_BY_SENTRY = Symbol.for('sentry_http_server_instrumented');

function createInterception(): Interception {
  /** Newest first. */
  let routes: readonly Route[] = [];
  const wrapped = new WeakSet();

  const find = (server: object, request: IncomingMessage): Route | undefined => {
    for (const route of routes) {
      if (!route.claims(request) || route.servers?.has(server) === false) continue;
      // Requests that the tunnel itself sends are for a receiver in this process.
      return isOfTunnel(joinField(request.headers['x-sentry-auth'])) ? undefined : route;
    }
    return undefined;
  };

  /**
   * Runs before the server's own `emit`. Instrumentation also wraps the server or its prototype, sooner or later, so
   * the next function is looked up for each event.
   */
  const wrap = (server: { emit?: unknown }): void => {
    if (wrapped.has(server)) return;
    wrapped.add(server);
    const isOwn = Object.hasOwn(server, 'emit');
    const own = server.emit;
    const emit: Emit = function (...args) {
      const next = (isOwn ? own : Reflect.get(Object.getPrototypeOf(server) as object, 'emit')) as Emit;
      const [event, request, response] = args as [unknown, IncomingMessage, ServerResponse];
      if (event === 'request' || event === 'checkContinue') {
        const route = find(this as object, request);
        if (route !== undefined) {
          if (event === 'checkContinue') response.writeContinue();
          route.answer(request, response, () => void Reflect.apply(next, this, args));
          return true;
        }
      }
      if (routes.length === 0 && server.emit === emit) {
        wrapped.delete(server);
        if (isOwn) server.emit = own;
        else delete server.emit;
      }
      return Reflect.apply(next, this, args);
    };
    server.emit = emit;
  };

  const onRequest = (message: unknown): void => {
    const { server, request } = message as { server: Server; request: IncomingMessage };
    const route = find(server, request);
    if (route === undefined) return;
    // A request that another interceptor passes on is the application's.
    if (route.paths !== undefined) Object.defineProperty(request, SEEN_BY_SENTRY, { value: true });
    wrap(server);
  };

  return {
    add: (route) => {
      if (isBun()) for (const { prototype } of [Server, SecureServer]) wrap(prototype);
      else if (routes.length === 0) subscribe(REQUEST_CHANNEL, onRequest);
      routes = [route, ...routes.filter((older) => !covers(route, older))];
      route.servers?.forEach(wrap);
      return () => {
        if (!routes.includes(route)) return;
        routes = routes.filter((other) => other !== route);
        if (routes.length === 0) unsubscribe(REQUEST_CHANNEL, onRequest);
      };
    },
  };
}

/** Whether `older` has nothing left to answer. */
function covers({ paths, servers }: Route, older: Route): boolean {
  if (paths === undefined || older.paths === undefined) return false;
  const { path, apiPath } = paths;
  if (!isSamePath(path, older.paths.path) || (older.paths.apiPath ?? apiPath) !== apiPath) return false;
  return (
    servers === undefined ||
    (older.servers !== undefined && [...older.servers].every((server) => servers.has(server)))
  );
}

/** Whether the target is one of the paths. The first bytes rule out nearly every other request. */
function isAt(target: string, paths: TunnelPaths): boolean {
  const { path, apiPath } = paths;
  const isElsewhere =
    target.startsWith('/') &&
    !target.startsWith(path) &&
    (apiPath === undefined || !target.startsWith(apiPath) || !target.startsWith('/api/', apiPath.length));
  return !isElsewhere && isTunnelPath(parseTarget(target).path, paths);
}

function readBasePath(basePath: string): string {
  const path = basePath.replace(/\/$/, '');
  if (path === '' || /^\/[^/?#\s][^?#\s]*$/.test(path)) return path;
  throw new TypeError(
    `interceptHttpServers: basePath is ${JSON.stringify(basePath)}; accepted is a path that begins with one slash, such as "/docs".`,
  );
}
