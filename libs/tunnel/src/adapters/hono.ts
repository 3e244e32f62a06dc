import { fromRequest, toResponse } from '../fetch-adapter.ts';
import { createFaults } from '../guard/faults.ts';
import { isSamePath, parseTarget } from '../protocol/request-target.ts';
import type { Tunnel } from '../tunnel.ts';
import { callClientAddress } from './client-address.ts';

/** What is used of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** How {@link honoTunnel} finds out who is asking. */
export interface HonoTunnelOptions<Context extends HonoContext> {
  /**
   * The address at the other end of the connection, which Hono leaves to its host: `getConnInfo(c).remote.address`,
   * with the `getConnInfo` of the host's own package. Default: unknown, and forwarding headers are ignored.
   * If it throws, the address is unknown and the console is warned once a minute.
   */
  clientAddress?: (c: Context) => string | undefined;
}

/** A handler, and a middleware, of Hono: requests for other paths are passed on. */
export type HonoHandler<Context extends HonoContext> = (
  c: Context,
  next: () => Promise<void>,
) => Promise<Response | undefined>;

/**
 * Translates between Hono and a tunnel: `app.use(honoTunnel(tunnel))`, or `app.all(tunnel.path, honoTunnel(tunnel))`.
 * The tunnel path is the whole one, whatever the handler is mounted at. Nothing before it may read the body.
 */
export function honoTunnel<Context extends HonoContext>(
  tunnel: Tunnel,
  { clientAddress }: HonoTunnelOptions<Context> = {},
): HonoHandler<Context> {
  const faults = createFaults();
  return async (c, next) => {
    const { raw } = c.req;
    if (!isSamePath(parseTarget(raw.url).path, tunnel.path)) {
      await next();
      return undefined;
    }
    const address = callClientAddress(clientAddress, c, faults);
    return toResponse(await tunnel.handle(fromRequest(raw, raw.url, address)));
  };
}
