import { fromRequest, toResponse } from '../fetch-adapter.ts';
import { createFaults } from '../outcome/faults.ts';
import { parseTarget } from '@adit/envelope';
import type { WaitUntil } from '../request/tunnel-request.ts';
import type { Tunnel } from '../tunnel.ts';
import { callClientAddress } from './client-address.ts';

/** A route handler of Next. */
export type RouteHandler = (request: Request) => Promise<Response>;

type ClientAddress = NonNullable<RouteHandlersOptions['clientAddress']>;

const METHODS = ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The exports of a `route.ts`. All but `POST` answer 405. */
export type RouteHandlers = Readonly<Record<(typeof METHODS)[number], RouteHandler>>;

/** Options of {@link createRouteHandlers}. */
export interface RouteHandlersOptions {
  /**
   * Returns the address at the other end of the connection, which Next does not pass to a route handler. Default: the
   * right-most entry of `X-Forwarded-For`. The proxy in front of Next writes it; without a proxy, Next's own server
   * does. A client that reaches Next directly can choose that entry: in that case pass `() => undefined` unless you
   * need visitors' addresses. If the function throws, the address is unknown and the console shows a warning at most
   * once a minute.
   */
  clientAddress?: (request: Request) => string | undefined;
  /**
   * Keeps the function of a serverless host running after the answer: `after` of `next/server`. Without it, client
   * reports are not sent from such hosts.
   */
  waitUntil?: WaitUntil;
}

/**
 * Creates the handlers for a `route.ts` at the tunnel path, after `basePath` and rewrites:
 * `export const { POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createRouteHandlers(tunnel)`.
 * @param tunnel `undefined` if no DSN is configured; every method then answers 404
 */
export function createRouteHandlers(
  tunnel: Tunnel | undefined,
  { clientAddress = lastForwardedFor, waitUntil }: RouteHandlersOptions = {},
): RouteHandlers {
  const handler = tunnel === undefined ? answerNotFound : createHandler(tunnel, clientAddress, waitUntil);
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as RouteHandlers;
}

function createHandler(
  tunnel: Tunnel,
  clientAddress: ClientAddress,
  waitUntil: WaitUntil | undefined,
): RouteHandler {
  const faults = createFaults();
  return async (request) => {
    const target = `${tunnel.path}?${parseTarget(request.url).search}`;
    const address = callClientAddress(clientAddress, request, faults);
    return toResponse(
      await tunnel.handle(fromRequest(request, target, { clientAddress: address, waitUntil })),
    );
  };
}

function answerNotFound(): Promise<Response> {
  return Promise.resolve(
    Response.json({ detail: 'Monitoring is off: no DSN is configured.' }, { status: 404 }),
  );
}

// `base-server.js` of Next: `req.headers['x-forwarded-for'] ??= socket.remoteAddress`.
function lastForwardedFor({ headers }: Request): string | undefined {
  const value = headers.get('x-forwarded-for');
  return value?.slice(value.lastIndexOf(',') + 1).trim();
}
