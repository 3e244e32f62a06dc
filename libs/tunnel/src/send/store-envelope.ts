import { lostItems } from '../envelope/check-envelope.ts';
import type { IncomingEnvelope } from '../envelope/incoming-envelope.ts';
import type { EnvelopeRoute } from '../envelope/route-envelope.ts';
import { settle, type Delivery } from '../outcome/answer.ts';
import { refusal, type RequestFailure, type Spooled } from '../outcome/outcomes.ts';
import { recordDiscards } from './client-reports.ts';
import { readFromStart, type EnvelopeStream } from './envelope-stream.ts';
import { withoutAuth, type IngestFields } from './ingest-fields.ts';
import type { SendContext } from './send-context.ts';

/** An envelope ready to be sent. */
export interface OutgoingEnvelope {
  readonly incoming: IncomingEnvelope;
  readonly route: EnvelopeRoute;
  readonly fields: IngestFields;
  /** All of it, or a stream of an envelope that is still read. */
  readonly content: Uint8Array | EnvelopeStream;
  /** In bytes; `undefined` if unknown. */
  readonly contentLength: number | undefined;
}

/** Why an envelope is stored instead of sent. */
export type OutageCause = Spooled['cause'];

const ACCEPTED_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

const encoder = new TextEncoder();

/** Stores an envelope and answers as ingest would have. */
export async function storeEnvelope(
  context: SendContext,
  outgoing: OutgoingEnvelope,
  cause: OutageCause,
): Promise<Delivery | RequestFailure> {
  const { incoming, route, fields, content } = outgoing;
  const { destination, eventId } = route;
  const body = content instanceof Uint8Array ? content : readFromStart(content);
  // No body means that the start of the envelope was no longer kept when ingest failed.
  const loss =
    body === undefined || context.spooling === undefined
      ? 'not-kept'
      : await context.spooling.store(
          {
            dsn: destination.identity,
            receivedAt: incoming.receivedAt,
            fields: withoutAuth(fields),
            body,
          },
          () => interruptionOf(outgoing) !== undefined,
        );
  if (loss === undefined) {
    const answer = eventId === undefined ? {} : { id: eventId };
    return {
      outcome: { kind: 'spooled', status: 200, bytes: incoming.body.receivedBytes, cause },
      answer: { status: 200, headers: ACCEPTED_HEADERS, body: encoder.encode(JSON.stringify(answer)) },
    };
  }
  const interruption = interruptionOf(outgoing);
  if (interruption !== undefined) return interruption;
  const reason = body === undefined ? 'network_error' : 'queue_overflow';
  recordDiscards(context, destination.identity, 'discarded_events', reason, lostItems(incoming));
  return settle({ ...refusal('spool-unavailable'), loss });
}

/** Why reading the envelope failed while it was sent. It explains any failure of ingest that followed from it. */
export function interruptionOf({ content }: OutgoingEnvelope): RequestFailure | undefined {
  return content instanceof Uint8Array ? undefined : content.failure;
}
