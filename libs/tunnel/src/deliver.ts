import type { Admission } from './admit.ts';
import { routedOf, type Arrived } from './envelope/incoming-envelope.ts';
import { openEnvelope, releaseEnvelope } from './envelope/read-envelope.ts';
import type { RequestDetail } from './envelope/request-detail.ts';
import { recordDropped, recordOutcome } from './ledger/ledger.ts';
import { recordReport } from './ledger/recorded.ts';
import { settle, type Delivery, type TunnelResponse } from './outcome/answer.ts';
import { isFailure, refusal, type Outcome } from './outcome/outcomes.ts';
import { browserOf, readRecorded, RECORDED_HEADER } from './request/read-recorded.ts';
import { forward } from './send/forward.ts';
import type { TunnelContext } from './tunnel-context.ts';

/** Sends an admitted envelope to ingest or stores it, and counts and tells its outcome. Never rejects. */
export async function deliver(
  context: TunnelContext,
  admitted: Admission,
  seen: RequestDetail,
): Promise<TunnelResponse> {
  let delivery: Delivery;
  try {
    const envelope = isFailure(admitted) ? admitted : openEnvelope(context, admitted);
    if (isFailure(envelope)) {
      delivery = settle(envelope);
    } else {
      seen.envelope = envelope;
      delivery = await forward(context, envelope);
      countRecorded(context, envelope.arrived, delivery.outcome);
    }
  } catch (error) {
    // Only the host's request can throw here.
    context.faults.report('request', error);
    delivery = settle(refusal('internal-error'));
  } finally {
    if (seen.envelope !== undefined) releaseEnvelope(seen.envelope);
  }
  count(context, delivery.outcome, seen);
  context.faults.tell(delivery.outcome, seen);
  return delivery.answer;
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
  { ledger }: TunnelContext,
  { request, api }: Arrived,
  { status }: Pick<Outcome, 'status'>,
): void {
  if (api !== undefined || status < 200 || status >= 300) return;
  const report = readRecorded(request.header(RECORDED_HEADER));
  if (report !== undefined) recordReport(ledger.recorded, report, browserOf(request.header('user-agent')));
}
