import { createFaults } from '../outcome/faults.ts';
import { isTunnelPath, parseTarget } from '@adit/envelope';
import type { WaitUntil } from '../request/tunnel-request.ts';
import type { Tunnel } from '../tunnel.ts';
import { callClientAddress } from './client-address.ts';

/** The parts of Hono's context that the adapter uses. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  /** The getter throws on hosts that have none. */
  readonly executionCtx?: { readonly waitUntil: WaitUntil };
}

/** How {@link honoTunnel} finds the client address. */
export interface HonoTunnelOptions<Context extends HonoContext> {
  /**
   * The address at the other end of the connection, which Hono leaves to its host: `getConnInfo(c).remote.address`,
   * with the `getConnInfo` of the host's own package. Default: unknown, and forwarding headers are ignored. If the
   * function throws, the address is unknown and the console shows a warning at most once a minute.
   */
  clientAddress?: (c: Context) => string | undefined;
}

/** A handler and middleware for Hono. Requests for other paths are passed on. */
export type HonoHandler<Context extends HonoContext> = (
  c: Context,
  next: () => Promise<void>,
) => Promise<Response | undefined>;

/**
 * Translates between Hono and a tunnel: `app.use(honoTunnel(tunnel))`, or `app.all(tunnel.path, honoTunnel(tunnel))`.
 * The tunnel path is always the whole path, also if the handler is mounted at a prefix. Nothing before it may read the
 * body.
 */
export function honoTunnel<Context extends HonoContext>(
  tunnel: Tunnel,
  { clientAddress }: HonoTunnelOptions<Context> = {},
): HonoHandler<Context> {
  const faults = createFaults();
  return async (c, next) => {
    const { raw } = c.req;
    if (!isTunnelPath(parseTarget(raw.url).path, tunnel)) {
      await next();
      return undefined;
    }
    const address = callClientAddress(clientAddress, c, faults);
    return tunnel.fetch(raw, { clientAddress: address, waitUntil: readWaitUntil(c) });
  };
}

/** The `waitUntil` of hosts that stop the work of a request after its answer. */
function readWaitUntil(c: HonoContext): WaitUntil | undefined {
  try {
    const { executionCtx } = c;
    return executionCtx && ((work) => executionCtx.waitUntil(work));
  } catch {
    return undefined;
  }
}
