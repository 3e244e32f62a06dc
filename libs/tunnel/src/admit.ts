import { isSamePath, parseTarget, type ApiCall } from '@adit/envelope';
import { acceptCall } from './envelope/accept-call.ts';
import type { Arrived } from './envelope/incoming-envelope.ts';
import type { RequestDetail } from './envelope/request-detail.ts';
import { isFailure, refusal, type Refusal, type RequestFailure } from './outcome/outcomes.ts';
import type { TunnelContext } from './tunnel-context.ts';
import { findApiCall } from './request/api-call.ts';
import { checkHead, checkLength } from './request/check-head.ts';
import { throttleClient } from './request/throttle-client.ts';
import type { TunnelRequest } from './request/tunnel-request.ts';

/** The request of an envelope to read, or the reason why there is none. */
export type Admission = Arrived | RequestFailure;

/**
 * Judges a request by its head. It returns a promise only if the throttle or the body of an API call makes it wait.
 */
export function admit(
  context: TunnelContext,
  request: TunnelRequest,
  seen: RequestDetail,
): Admission | Promise<Admission> {
  const { path, search } = parseTarget(request.target);
  const call = isSamePath(path, context.path) ? undefined : findApiCall(path, context.apiPath);
  const isOurs = call === undefined || !isFailure(call);
  if (isOurs) seen.endpoint = call?.endpoint ?? 'tunnel';
  if (context.isClosing) return refusal('closing');
  if (!isOurs) return call;
  const misplaced = checkHead(request, call, context.allowedOrigins);
  if (misplaced !== undefined) return misplaced;

  const client = context.findClient(request.peerAddress, request.header);
  const arrived = { request, search, client, receivedAt: context.wall.now(), api: undefined };
  const wait = throttleClient(context.throttle, client, context.clock);
  return typeof wait === 'number'
    ? accept(context, arrived, call, wait)
    : wait.then((waitMs) => accept(context, arrived, call, waitMs));
}

function accept(
  context: TunnelContext,
  arrived: Arrived & { readonly request: TunnelRequest },
  call: ApiCall | undefined,
  waitMs: number,
): Admission | Promise<Admission> {
  if (waitMs > 0) return throttled(waitMs);
  const tooLarge = checkLength(arrived.request, context.maxEnvelopeBytes);
  if (tooLarge !== undefined) return tooLarge;
  return call === undefined ? arrived : acceptCall(context, call, arrived);
}

/** Counts one more envelope of an admitted request for the throttle. */
export async function admitOther(context: TunnelContext, other: Arrived): Promise<Admission> {
  const waitMs = await throttleClient(context.throttle, other.client, context.clock);
  return waitMs > 0 ? throttled(waitMs) : other;
}

function throttled(waitMs: number): Refusal {
  return { ...refusal('throttled'), headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } };
}
