import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2SecureServer, Http2Server } from 'node:http2';
import type { Server as SecureServer } from 'node:https';
import { isSamePath, parseTarget } from '../protocol/request-target.ts';
import type { Tunnel } from '../tunnel.ts';
import { createListener } from './listener.ts';

/** A server of node:http or node:https, or of node:http2 with its compatibility API. */
export type InterceptableServer = Server | SecureServer | Http2Server | Http2SecureServer;

/** Which requests {@link interceptHttpServers} answers. */
export interface InterceptOptions {
  /**
   * The servers that answer. Default: every server of node:http and node:https in this process, those created later
   * included. Requests of HTTP/2 are answered only by servers that are named here.
   */
  servers?: readonly InterceptableServer[];
  /** The prefix of the tunnel path in requests, such as the `basePath` of Next. Default none. */
  basePath?: string;
}

/**
 * Has the servers of this process answer the tunnel path before their application sees the request. It is for
 * applications that are given neither their server nor a middleware of it, as those started by `next start`. All other
 * requests, and upgrades, pass untouched. In a cluster, each worker calls it for itself.
 *
 * At a path the newest tunnel answers, so that a module that is loaded again takes over from what it was. The function
 * returned takes this tunnel away; requests under way are still answered.
 * @throws TypeError when `basePath` is not a path
 */
export function interceptHttpServers(
  tunnel: Tunnel,
  { servers, basePath = '' }: InterceptOptions = {},
): () => void {
  const listener = createListener(tunnel);
  const prefix = readBasePath(basePath);
  const path = `${prefix}${tunnel.path}`;
  // A process may hold several copies of this module, bundled apart: they meet on the global object.
  const interception = (shared[KEY] ??= createInterception());
  return interception.add({
    // A request may leave a trailing slash out.
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    servers: servers && new Set(servers),
    answer: (request, response) => {
      // The tunnel knows its own path only.
      if (prefix !== '') request.url = `${tunnel.path}?${parseTarget(request.url ?? '').search}`;
      listener(request, response);
    },
  });
}

/** Who answers where. */
interface Route {
  readonly path: string;
  /** Undefined for all. */
  readonly servers: ReadonlySet<object> | undefined;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
}

interface Interception {
  /** Returns its undo. */
  readonly add: (route: Route) => () => void;
}

type Emit = (this: unknown, ...args: unknown[]) => boolean;

/** Ends with the version of {@link Interception}: copies that have another keep to their own. */
const KEY = Symbol.for('@adit/tunnel:interception:1');

const shared = globalThis as { [KEY]?: Interception };

/** Where every server of node:http announces a request right before it emits it. */
const REQUEST_CHANNEL = 'http.server.request.start';

/**
 * What `@sentry/core` marks requests with that it has a scope, a session and a span for
 * (`integrations/http/server-subscription.ts`). Of an envelope it shall not have any.
 */
const SEEN_BY_SENTRY = Symbol.for('sentry_http_server_instrumented');

function createInterception(): Interception {
  /** The newest first. */
  let routes: readonly Route[] = [];
  const wrapped = new WeakSet();

  const find = (server: object, target = ''): Route | undefined => {
    for (const route of routes) {
      if (isAt(target, route.path) && (route.servers?.has(server) ?? true)) return route;
    }
    return undefined;
  };

  /**
   * Puts itself before what the server emits. Instrumentation does so too, on the server or its prototype, sooner or
   * later: therefore what comes next is looked up when it is due.
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
        const route = find(server, request.url);
        if (route !== undefined) {
          if (event === 'checkContinue') response.writeContinue();
          route.answer(request, response);
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
    if (find(server, request.url) === undefined) return;
    Object.defineProperty(request, SEEN_BY_SENTRY, { value: true });
    wrap(server);
  };

  return {
    add: (route) => {
      if (routes.length === 0) subscribe(REQUEST_CHANNEL, onRequest);
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

/** Whether nothing is left for `older` to answer. */
function covers({ path, servers }: Route, older: Route): boolean {
  if (!isSamePath(path, older.path)) return false;
  return (
    servers === undefined ||
    (older.servers !== undefined && [...older.servers].every((server) => servers.has(server)))
  );
}

/** Whether the target is the path. The first bytes exclude nearly every other request. */
function isAt(target: string, path: string): boolean {
  const isElsewhere = target.startsWith('/') && !target.startsWith(path);
  return !isElsewhere && isSamePath(parseTarget(target).path, path);
}

function readBasePath(basePath: string): string {
  const path = basePath.replace(/\/$/, '');
  if (path === '' || /^\/[^/?#\s][^?#\s]*$/.test(path)) return path;
  throw new TypeError(
    `interceptHttpServers: basePath is ${JSON.stringify(basePath)}; accepted is a path that begins with one slash, such as "/docs".`,
  );
}
