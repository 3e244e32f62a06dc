import { parseTarget, isSamePath } from './protocol/request-target.ts';
import { corsHeaders, preflightHeaders } from './protocol/origin.ts';
import { closeTunnel } from './close-tunnel.ts';
import type { IncomingEnvelope } from './envelope/incoming-envelope.ts';
import { openEnvelope, releaseEnvelope } from './envelope/read-envelope.ts';
import { RequestDetail } from './envelope/request-detail.ts';
import { fromRequest, toResponse, type FetchContext } from './fetch-adapter.ts';
import type { Fault } from './guard/faults.ts';
import type { TunnelOptions } from './options.ts';
import { complete, NO_CONTENT, settle, type Delivery, type TunnelResponse } from './outcome/answer.ts';
import { isFailure, refusal, type Refusal } from './outcome/outcomes.ts';
import { checkHead, checkLength } from './request/check-head.ts';
import { throttleClient } from './request/throttle-client.ts';
import type { TunnelRequest } from './request/tunnel-request.ts';
import { reportHere } from './send/client-reports.ts';
import { forward } from './send/forward.ts';
import { createDeliveryControl, type DeliveryControl } from './spool/delivery-control.ts';
import type { TunnelStats } from './stats.ts';
import { readStats } from './read-stats.ts';
import { ignoreRejection } from './thenable.ts';
import { createTunnelContext, type TunnelContext } from './tunnel-context.ts';

/** A running tunnel. */
export interface Tunnel {
  /** Answers a request of a Fetch runtime. Never rejects. */
  readonly fetch: (request: Request, context?: FetchContext) => Promise<Response>;
  /** Answers a request of any host. `fetch` and the adapters call it. Never rejects. */
  readonly handle: (request: TunnelRequest) => Promise<TunnelResponse>;
  /** Counts since creation, and the current state. */
  readonly stats: () => TunnelStats;
  /**
   * Answers 503 from now on. Resolves when every request in flight is answered or stored, dropped items are reported,
   * and spool, stores and idle connections are closed. Never rejects.
   * @returns the parts that did not close within 30 s each
   */
  readonly close: () => Promise<readonly Fault[]>;
  /** The path the tunnel answers at. */
  readonly path: string;
  /** What an operator can tell the delivery of stored envelopes. */
  readonly delivery: DeliveryControl;
}

/**
 * Creates a tunnel. It accepts Sentry envelopes on the application's own origin and forwards them, byte for byte, to the
 * ingest of the DSN they name, if that DSN is allowed. It starts delivering stored envelopes at once.
 * @throws TypeError with one line that names the wrong option, its value and what is accepted
 */
export function createTunnel(options: TunnelOptions): Tunnel {
  const context = createTunnelContext(options);
  let closed: Promise<readonly Fault[]> | undefined;
  return {
    fetch: async (request, fetchContext = {}) =>
      toResponse(await handleToTheEnd(context, fromRequest(request, request.url, fetchContext))),
    handle: (request) => handleToTheEnd(context, request),
    stats: () => readStats(context),
    close: () => (closed ??= closeTunnel(context)),
    path: context.path,
    delivery: createDeliveryControl(context.drain, context.destinations),
  };
}

/** Has the host wait, if it needs to be told, for the answer and for the reports that are due after it. */
function handleToTheEnd(context: TunnelContext, request: TunnelRequest): Promise<TunnelResponse> {
  const { waitUntil, method } = request;
  if (waitUntil === undefined || method !== 'POST') return handle(context, request);
  context.reports.isByRequests = true;
  const answered = handle(context, request);
  try {
    ignoreRejection(waitUntil(answered.then(() => reportHere(context))), (error) => {
      context.faults.report('waitUntil', error);
    });
  } catch (error) {
    context.faults.report('waitUntil', error);
  }
  return answered;
}

/** The life of a request, from its head to the answer. */
async function deliver(
  context: TunnelContext,
  request: TunnelRequest,
  seen: { envelope: IncomingEnvelope | undefined },
): Promise<Delivery> {
  if (context.isClosing) return settle(refusal('closing'));
  const { path, search } = parseTarget(request.target);
  const misplaced = checkHead(request, path, context);
  if (misplaced !== undefined) return settle(misplaced);

  const client = context.findClient(request.peerAddress, request.header);
  const wait = throttleClient(context.throttle, client, context.clock);
  const waitMs = typeof wait === 'number' ? wait : await wait;
  if (waitMs > 0) return settle(throttled(waitMs));

  const tooLarge = checkLength(request, context.maxEnvelopeBytes);
  if (tooLarge !== undefined) return settle(tooLarge);
  const envelope = openEnvelope(context, { request, search, client, receivedAt: context.wall.now() });
  if (isFailure(envelope)) return settle(envelope);
  seen.envelope = envelope;
  try {
    return await forward(context, envelope);
  } finally {
    releaseEnvelope(envelope);
    context.stats.addReceivedBytes(envelope.body.receivedBytes);
  }
}

async function handle(context: TunnelContext, request: TunnelRequest): Promise<TunnelResponse> {
  const { faults } = context;
  let origin: Readonly<Record<string, string>> | undefined;
  try {
    const preflight = answerPreflight(context, request);
    if (preflight !== undefined) return preflight;
    origin = corsHeaders(request, context.allowedOrigins);
  } catch (error) {
    faults.report('request', error);
  }
  context.inFlight += 1;
  const detail = context.onOutcome && new RequestDetail(context.clock);
  const seen = detail ?? { envelope: undefined };
  let delivery: Delivery;
  try {
    delivery = await deliver(context, request, seen);
  } catch (error) {
    // Only the host's request can throw here.
    faults.report('request', error);
    delivery = settle(refusal('internal-error'));
  }
  const { outcome, answer } = delivery;
  const { envelope } = seen;
  context.stats.record(outcome, envelope?.route?.destination.project);
  if (envelope !== undefined && (outcome.kind === 'forwarded' || outcome.kind === 'spooled')) {
    context.stats.addClientDiscarded(envelope.clientDiscards);
  }
  if (detail !== undefined) context.onOutcome?.(outcome, detail);
  context.inFlight -= 1;
  if (context.inFlight === 0) context.onIdle?.();
  return complete(answer, origin);
}

/** Answers a browser that asks whether a page of another origin may post; `undefined` for any other request. */
function answerPreflight(
  { path, allowedOrigins }: TunnelContext,
  request: TunnelRequest,
): TunnelResponse | undefined {
  if (request.method !== 'OPTIONS' || !isSamePath(parseTarget(request.target).path, path)) return undefined;
  const headers = preflightHeaders(request, allowedOrigins);
  return headers && complete(NO_CONTENT, headers);
}

function throttled(waitMs: number): Refusal {
  return { ...refusal('throttled'), headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } };
}
