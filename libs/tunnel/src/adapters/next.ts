import { fromRequest, toResponse } from '../fetch-adapter.ts';
import { createFaults } from '../guard/faults.ts';
import { parseTarget } from '../protocol/request-target.ts';
import type { Tunnel } from '../tunnel.ts';
import { callClientAddress } from './client-address.ts';

/** A route handler, as Next calls it. */
export type RouteHandler = (request: Request) => Promise<Response>;

/** The exports of a `route.ts`. All but `POST` answer 405. */
export type RouteHandlers = Readonly<
  Record<'POST' | 'GET' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', RouteHandler>
>;

/** How {@link createRouteHandlers} finds out who is asking. */
export interface RouteHandlersOptions {
  /**
   * The address at the other end of the connection, which Next does not hand to a route handler. Default: the
   * right-most entry of `X-Forwarded-For`, which the proxy in front of Next wrote, or Next's own server where there is
   * none. A client that reaches Next directly can choose that entry itself; give `() => undefined` where this matters
   * more than knowing visitors' addresses. If it throws, the address is unknown and the console is warned once a minute.
   */
  clientAddress?: (request: Request) => string | undefined;
}

/**
 * The handlers of the file that stands at the tunnel's path, whichever that is once `basePath` and rewrites are
 * applied: `export const { POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createRouteHandlers(tunnel)`.
 */
export function createRouteHandlers(
  tunnel: Tunnel,
  { clientAddress = lastForwardedFor }: RouteHandlersOptions = {},
): RouteHandlers {
  const faults = createFaults();
  const handler: RouteHandler = async (request) => {
    const target = `${tunnel.path}?${parseTarget(request.url).search}`;
    const address = callClientAddress(clientAddress, request, faults);
    return toResponse(await tunnel.handle(fromRequest(request, target, address)));
  };
  return {
    POST: handler,
    GET: handler,
    HEAD: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    OPTIONS: handler,
  };
}

// `base-server.js` of Next: `req.headers['x-forwarded-for'] ??= socket.remoteAddress`.
function lastForwardedFor({ headers }: Request): string | undefined {
  const value = headers.get('x-forwarded-for');
  return value?.slice(value.lastIndexOf(',') + 1).trim();
}
