import type { IncomingEnvelope, Routed } from '../envelope/incoming-envelope.ts';
import { accepted, settle, type Delivery } from '../outcome/answer.ts';
import { refusal, type RequestFailure, type Spooled } from '../outcome/outcomes.ts';
import { readFromStart, type EnvelopeStream } from './envelope-stream.ts';
import { withoutAuth, type IngestFields } from './ingest-fields.ts';
import type { SendContext } from './send-context.ts';

/** An envelope that can be sent or stored. */
export interface PreparedEnvelope {
  readonly incoming: IncomingEnvelope;
  readonly routed: Routed;
  readonly fields: IngestFields;
  /** The whole envelope, or the stream of an envelope that is still being read. */
  readonly content: Uint8Array | EnvelopeStream;
  /** In bytes; `undefined` if unknown. */
  readonly contentLength: number | undefined;
}

/** The reason why an envelope is stored instead of sent. */
export type OutageCause = Spooled['cause'];

/**
 * Stores an envelope and answers as ingest would have.
 * @returns `undefined` if it cannot be stored because its start was sent and is no longer kept
 */
export async function storeEnvelope(
  context: SendContext,
  outgoing: PreparedEnvelope,
  cause: OutageCause,
): Promise<Delivery | RequestFailure | undefined> {
  const { spooling } = context;
  const { incoming, routed, fields, content } = outgoing;
  const { destination, eventId } = routed.route;
  const body = content instanceof Uint8Array ? content : readFromStart(content);
  if (body === undefined || spooling === undefined) return undefined;
  const loss = await spooling.store(
    {
      dsn: destination.identity,
      receivedAt: incoming.arrived.receivedAt,
      fields: withoutAuth(fields),
      body,
    },
    () => interruptionOf(outgoing) !== undefined,
  );
  if (loss === undefined) {
    const outcome = { kind: 'spooled', status: 200, bytes: incoming.body.receivedBytes, cause } as const;
    return { outcome, answer: accepted(eventId) };
  }
  const interruption = interruptionOf(outgoing);
  if (interruption !== undefined) return interruption;
  return { ...settle({ ...refusal('spool-unavailable'), loss }), unsent: wholeOf(content) };
}

/** The envelope, if it is in one piece. */
export function wholeOf(content: PreparedEnvelope['content']): Uint8Array | undefined {
  return content instanceof Uint8Array ? content : undefined;
}

/** The reason why reading the envelope failed while it was sent. It explains any resulting failure of ingest. */
export function interruptionOf({ content }: PreparedEnvelope): RequestFailure | undefined {
  return content instanceof Uint8Array ? undefined : content.failure;
}
