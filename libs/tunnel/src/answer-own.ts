import { parseTarget } from '@adit/envelope';
import type { Admission } from './admit.ts';
import { end } from './answer-request.ts';
import { attempt, conclude } from './deliver.ts';
import { NO_OTHERS } from './envelope/accept-call.ts';
import type { Arrived } from './envelope/incoming-envelope.ts';
import { RequestDetail } from './envelope/request-detail.ts';
import { WholeBody } from './envelope/whole-body.ts';
import type { TunnelResponse } from './outcome/answer.ts';
import { refusal, type Outcome } from './outcome/outcomes.ts';
import { THIS_PROCESS } from './request/clients.ts';
import type { OwnEnvelope } from './request/own-envelope.ts';
import { sendDirectly } from './send/send-directly.ts';
import type { TunnelContext } from './tunnel-context.ts';

/** An SDK's address of ingest, with or without a prefix. */
const ENVELOPE_PATH = /\/api\/(\d{1,20})\/envelope\/?$/;

/** Sends, stores and counts an envelope of this process like those of clients. Never rejects. */
export async function answerOwn(context: TunnelContext, own: OwnEnvelope): Promise<TunnelResponse> {
  context.inFlight += 1;
  const seen = new RequestDetail(context.clock, 'POST');
  seen.endpoint = 'process';
  const delivery = await attempt(context, admitOwn(context, own), seen);
  // The SDK may wait for ingest without a limit, which must not keep the tunnel from closing.
  end(context, delivery.answer);
  const unsent = isClosed(delivery.outcome) ? own.bytes : delivery.unsent;
  const direct = unsent && own.sendDirectly && (await sendDirectly(own.sendDirectly, unsent, context.clock));
  return conclude(context, direct ?? delivery, seen);
}

function admitOwn(context: TunnelContext, own: OwnEnvelope): Admission {
  if (context.isClosing) return refusal('closing');
  try {
    return arrivedOf(context, own);
  } catch (error) {
    // It is none.
    context.faults.report('request', error);
    return refusal('internal-error');
  }
}

function arrivedOf({ wall }: TunnelContext, { bytes, url, userAgent }: OwnEnvelope): Arrived {
  const { path, search } = parseTarget(url);
  const [, project] = ENVELOPE_PATH.exec(path) ?? [];
  return {
    request: {
      body: new WholeBody(bytes),
      header: (name) => {
        if (name === 'content-length') return String(bytes.byteLength);
        return name === 'user-agent' ? userAgent : undefined;
      },
    },
    search,
    client: THIS_PROCESS,
    receivedAt: wall.now(),
    // Without the option `tunnel`, the SDK names the DSN in the address alone.
    api: project === undefined ? undefined : { project, others: NO_OTHERS },
  };
}

const isClosed = (outcome: Outcome): boolean => outcome.kind === 'refused' && outcome.reason === 'closing';
