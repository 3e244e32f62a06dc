import { ignoreRejection } from '@adit/envelope';
import { admit, admitOther, type Admission } from './admit.ts';
import { deliver } from './deliver.ts';
import type { Arrived } from './envelope/incoming-envelope.ts';
import { RequestDetail } from './envelope/request-detail.ts';
import { complete, type TunnelResponse } from './outcome/answer.ts';
import { isFailure, refusal } from './outcome/outcomes.ts';
import { answerPreflight, crossOriginHeaders } from './request/cross-origin.ts';
import type { TunnelRequest } from './request/tunnel-request.ts';
import { reportHere } from './send/client-reports.ts';
import type { TunnelContext } from './tunnel-context.ts';

/** Answers a request: its head is judged, its envelopes are delivered. Never rejects. */
export function answerRequest(context: TunnelContext, request: TunnelRequest): Promise<TunnelResponse> {
  const { waitUntil, method } = request;
  if (waitUntil === undefined || method !== 'POST') return answer(context, request);
  context.reports.isByRequests = true;
  const answered = answer(context, request);
  keepAwake(context, waitUntil, answered);
  return answered;
}

async function answer(context: TunnelContext, request: TunnelRequest): Promise<TunnelResponse> {
  context.inFlight += 1;
  const seen = new RequestDetail(context.clock, request.method);
  let headers: TunnelResponse['headers'] | undefined;
  let admitted: Admission | Promise<Admission>;
  try {
    const preflight = answerPreflight(context, request);
    if (preflight !== undefined) return end(context, preflight);
    headers = crossOriginHeaders(context, request);
    admitted = admit(context, request, seen);
    if (admitted instanceof Promise) admitted = await admitted;
  } catch (error) {
    // Only the host's request can throw here.
    context.faults.report('request', error);
    admitted = refusal('internal-error');
  }
  const first = await deliver(context, admitted, seen);
  const others = isFailure(admitted) ? undefined : admitted.api?.others;
  const answer = others === undefined ? first : await deliverOthers(context, others, first, seen.endpoint);
  return end(context, complete(answer, headers));
}

/** Notes that a request is answered. */
export function end(context: TunnelContext, answer: TunnelResponse): TunnelResponse {
  context.inFlight -= 1;
  if (context.inFlight === 0) context.onIdle?.();
  return answer;
}

/**
 * Delivers the other envelopes of a request with several. Each has its own outcome, and counts for the throttle.
 * @returns the answer of an accepted one, if there is any: otherwise a client would send all of them again
 */
async function deliverOthers(
  context: TunnelContext,
  others: readonly Arrived[],
  first: TunnelResponse,
  endpoint: RequestDetail['endpoint'],
): Promise<TunnelResponse> {
  let answer = first;
  for (const other of others) {
    const seen = new RequestDetail(context.clock, 'POST');
    seen.endpoint = endpoint;
    const next = await deliver(context, await admitOther(context, other), seen);
    if (answer.status !== 200) answer = next;
  }
  return answer;
}

/** Lets the host wait for the answer and for the reports that are due after it. */
function keepAwake(
  context: TunnelContext,
  waitUntil: NonNullable<TunnelRequest['waitUntil']>,
  answered: Promise<unknown>,
): void {
  try {
    ignoreRejection(waitUntil(answered.then(() => reportHere(context))), (error) => {
      context.faults.report('waitUntil', error);
    });
  } catch (error) {
    context.faults.report('waitUntil', error);
  }
}
