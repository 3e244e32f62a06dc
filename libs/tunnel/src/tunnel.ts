import { answerOwn } from './answer-own.ts';
import { answerRequest } from './answer-request.ts';
import { closeTunnel } from './close-tunnel.ts';
import { expectExit } from './expect-exit.ts';
import { fromRequest, toResponse, type FetchContext } from './fetch-adapter.ts';
import type { Fault } from './outcome/faults.ts';
import type { TunnelOptions } from './options.ts';
import type { TunnelResponse } from './outcome/answer.ts';
import type { OwnEnvelope } from './request/own-envelope.ts';
import type { TunnelRequest } from './request/tunnel-request.ts';
import { createDeliveryControl, type DeliveryControl } from './redelivery/delivery-control.ts';
import { readStats, type TunnelStats } from './stats.ts';
import { createTunnelContext } from './tunnel-context.ts';

/** A running tunnel. */
export interface Tunnel {
  /** Answers a request of a Fetch runtime. Never rejects. */
  readonly fetch: (request: Request, context?: FetchContext) => Promise<Response>;
  /** Answers a request of any host. `fetch` and the adapters call it. Never rejects. */
  readonly handle: (request: TunnelRequest) => Promise<TunnelResponse>;
  /**
   * Sends an envelope of this process, as those of clients: it is judged, limited, stored and counted. The throttle and the
   * checks of origins and addresses do not apply, and ingest gets no client address. `createSdkTransport` of
   * `@adit/tunnel/sdk` calls it. Never rejects.
   */
  readonly send: (envelope: OwnEnvelope) => Promise<TunnelResponse>;
  /**
   * Notes that the process may end within seconds. Ingest then has 1 s to answer before an envelope is stored, for 5 s. No
   * effect without a spool that outlives the process.
   */
  readonly expectExit: () => void;
  /** Counts since creation, and the current state. */
  readonly stats: () => TunnelStats;
  /**
   * Answers 503 from now on. Resolves when every request in flight is answered or stored, dropped items are reported,
   * and spool, stores and idle connections are closed. Never rejects.
   * @returns the parts that did not close within 30 s each
   */
  readonly close: () => Promise<readonly Fault[]>;
  /** The path at which the tunnel answers. */
  readonly path: string;
  /** The prefix of `/api/` of the API door, without a slash at the end; `undefined` if the door is closed. */
  readonly apiPath: string | undefined;
  /** The other origins whose pages may post; `'*'` for any. */
  readonly allowedOrigins: readonly string[] | '*';
  /** Lets an operator control the delivery of stored envelopes. */
  readonly delivery: DeliveryControl;
}

/**
 * Creates a tunnel. It accepts Sentry envelopes on the application's own origin and forwards them, byte for byte, to
 * the ingest of the DSN they name, if that DSN is allowed. It starts delivering stored envelopes at once.
 * @throws TypeError with one line that names the invalid option, its value and the accepted values
 */
export function createTunnel(options: TunnelOptions): Tunnel {
  const context = createTunnelContext(options);
  let closed: Promise<readonly Fault[]> | undefined;
  return {
    fetch: async (request, fetchContext = {}) =>
      toResponse(await answerRequest(context, fromRequest(request, request.url, fetchContext))),
    handle: (request) => answerRequest(context, request),
    send: (envelope) => answerOwn(context, envelope),
    expectExit: () => {
      expectExit(context);
    },
    stats: () => readStats(context),
    close: () => (closed ??= closeTunnel(context)),
    path: context.path,
    apiPath: context.apiPath,
    allowedOrigins: context.allowedOrigins,
    delivery: createDeliveryControl(context.drain, context.destinations),
  };
}
