import type { Admission } from './admit.ts';
import { routedOf, type Arrived } from './envelope/incoming-envelope.ts';
import { openEnvelope, releaseEnvelope } from './envelope/read-envelope.ts';
import type { RequestDetail } from './envelope/request-detail.ts';
import { recordDropped, recordOutcome } from './ledger/ledger.ts';
import { recordReport } from './ledger/recorded.ts';
import { settle, type Delivery, type TunnelResponse } from './outcome/answer.ts';
import { isFailure, lossOf, refusal, type LossReason, type Outcome } from './outcome/outcomes.ts';
import { browserOf, readRecorded, RECORDED_HEADER } from './request/read-recorded.ts';
import { recordDiscards } from './send/client-reports.ts';
import { forward } from './send/forward.ts';
import type { TunnelContext } from './tunnel-context.ts';

/** Sends an admitted envelope to ingest or stores it, and counts and tells its outcome. Never rejects. */
export async function deliver(
  context: TunnelContext,
  admitted: Admission,
  seen: RequestDetail,
): Promise<TunnelResponse> {
  return conclude(context, await attempt(context, admitted, seen), seen);
}

/** Sends an admitted envelope to ingest or stores it. Never rejects. */
export async function attempt(
  context: TunnelContext,
  admitted: Admission,
  seen: RequestDetail,
): Promise<Delivery> {
  try {
    const envelope = isFailure(admitted) ? admitted : openEnvelope(context, admitted);
    if (isFailure(envelope)) return settle(envelope);
    seen.envelope = envelope;
    const delivery = await forward(context, envelope);
    countRecorded(context, envelope.arrived, delivery.outcome);
    return delivery;
  } catch (error) {
    // Only the host's request can throw here.
    context.faults.report('request', error);
    return settle(refusal('internal-error'));
  } finally {
    if (seen.envelope !== undefined) releaseEnvelope(seen.envelope);
  }
}

/** Counts and tells the outcome of an envelope, and reports what is lost. */
export function conclude(
  context: TunnelContext,
  { outcome, answer }: Delivery,
  seen: RequestDetail,
): TunnelResponse {
  reportLoss(context, outcome, seen);
  count(context, outcome, seen);
  context.faults.tell(outcome, seen);
  return answer;
}

/** The discard reason of each loss that the tunnel reports. SDKs report what ingest refuses. */
const DISCARD_REASONS: Partial<Record<LossReason, string>> = {
  unreachable: 'network_error',
  'timed-out': 'network_error',
  'invalid-answer': 'network_error',
  'spool-full': 'queue_overflow',
  'spool-failing': 'queue_overflow',
};

function reportLoss(context: TunnelContext, outcome: Outcome, seen: RequestDetail): void {
  const loss = lossOf(outcome);
  const reason = loss && DISCARD_REASONS[loss];
  const routed = routedOf(seen.envelope);
  if (reason === undefined || routed === undefined) return;
  const { identity } = routed.route.destination;
  recordDiscards(context, identity, 'discarded_events', reason, routed.inventory.lost());
}

function count({ ledger }: TunnelContext, outcome: Outcome, seen: RequestDetail): void {
  recordOutcome(ledger, outcome, seen);
  const { envelope } = seen;
  if (envelope === undefined) return;
  ledger.receivedBytes += envelope.body.receivedBytes;
  const routed = routedOf(envelope);
  if (routed !== undefined && (outcome.kind === 'forwarded' || outcome.kind === 'spooled')) {
    recordDropped(ledger.clientDiscarded, routed.inventory.clientDiscards);
  }
}

/** Counts what a page reports beside its envelope. If the envelope is not accepted, the page reports it again. */
function countRecorded(
  { ledger, releases }: TunnelContext,
  { request, api }: Arrived,
  { status }: Pick<Outcome, 'status'>,
): void {
  if (api !== undefined || status < 200 || status >= 300) return;
  const report = readRecorded(request.header(RECORDED_HEADER));
  if (report === undefined) return;
  recordReport(ledger.recorded, report, browserOf(request.header('user-agent')), releases);
}
