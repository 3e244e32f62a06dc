import { createFaults } from '../guard/faults.ts';
import { isSamePath, parseTarget } from '../protocol/request-target.ts';
import type { WaitUntil } from '../request/tunnel-request.ts';
import type { Tunnel } from '../tunnel.ts';
import { callClientAddress } from './client-address.ts';

/** What is used of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  /** Its getter throws on hosts that have none. */
  readonly executionCtx?: { readonly waitUntil: WaitUntil };
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
    return tunnel.fetch(raw, { clientAddress: address, waitUntil: readWaitUntil(c) });
  };
}

/** The `waitUntil` of hosts that end what a request has begun with its answer. */
function readWaitUntil(c: HonoContext): WaitUntil | undefined {
  try {
    const { executionCtx } = c;
    return executionCtx && ((work) => executionCtx.waitUntil(work));
  } catch {
    return undefined;
  }
}
