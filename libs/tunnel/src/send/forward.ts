import { concatBytes, createPieceList } from '../protocol/bytes.ts';
import type { Admission } from '../envelope/admit-header.ts';
import { settle, type Delivery } from '../outcome/answer.ts';
import type { Decoders } from '../envelope/decoder.ts';
import type { Discards } from '../outcome/discards.ts';
import { WHOLE_BODY_BYTES, type EnvelopeBody } from '../envelope/envelope-body.ts';
import { createEnvelopeStream, type EnvelopeStream } from './envelope-stream.ts';
import { withoutAuth, type IngestFields } from './ingest-fields.ts';
import type { Intake } from '../envelope/intake.ts';
import type { KnownLimits } from '../limits/known-limits.ts';
import { isStop, refusal, type Spooled, type Stop, type Undelivered } from '../outcome/outcomes.ts';
import { toReadableAnswer } from './readable-answer.ts';
import type { Retention } from './retention.ts';
import {
  isUnavailable,
  sendEnvelope,
  type Attempt,
  type SendHost,
  type UsableAnswer,
} from './send-envelope.ts';
import type { SeenItems } from '../limits/seen-items.ts';
import type { Spooling } from './spooling.ts';

/** What forwarding needs from its host. */
export interface ForwardHost extends SendHost {
  readonly decoders: Decoders;
  readonly limits: KnownLimits;
  readonly discards: Discards;
  readonly retention: Retention;
  /** `undefined` where nothing is stored. */
  readonly spooling: Spooling | undefined;
}

/** An envelope that is to be forwarded. */
export interface IncomingEnvelope {
  readonly intake: Intake;
  readonly body: EnvelopeBody;
  /** When it began to come in, in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** What crosses with an envelope of this admission, or why none does. */
  readonly fieldsOf: (admission: Admission) => IngestFields | Stop;
}

/** An envelope ready to go: whole, or on its way. */
interface OutgoingEnvelope {
  readonly admission: Admission;
  readonly receivedAt: number;
  readonly fields: IngestFields;
  readonly content: Uint8Array | EnvelopeStream;
  readonly contentLength: number | undefined;
  readonly receivedBytes: () => number;
  /** What is lost with it; what limits have dropped is reported apart. */
  readonly items: () => SeenItems['kept'];
  /** Frees what decoding it holds. */
  readonly release: () => void;
}

/** Sends an envelope to ingest and waits for the answer, or stores it where there is none. Never rejects. */
export async function forward(host: ForwardHost, incoming: IncomingEnvelope): Promise<Delivery> {
  const { intake, body, fieldsOf, receivedAt } = incoming;
  const gathered = await gather(intake);
  if (isStop(gathered)) return stopDelivery(host, intake, gathered);
  const { admission, pieces, isComplete } = gathered;
  const fields = fieldsOf(admission);
  if (isStop(fields)) return settle(fields);
  if (intake.isFiltered()) delete fields['content-encoding'];

  const whole = isComplete ? concatBytes(pieces) : undefined;
  const contentLength = whole?.byteLength ?? (intake.isFiltered() ? undefined : body.declaredBytes);
  const content =
    whole ??
    createEnvelopeStream({
      queue: pieces,
      intake,
      retention: host.spooling && host.retention,
      contentLength,
    });
  const outgoing: OutgoingEnvelope = {
    admission,
    receivedAt,
    fields,
    content,
    contentLength,
    receivedBytes: body.receivedBytes,
    items: () => intake.items().kept,
    release: intake.release,
  };
  const delivery = await deliver(host, outgoing);
  if (!(content instanceof Uint8Array)) content.release();
  if (isStop(delivery)) return stopDelivery(host, intake, delivery);
  reportLimited(host, admission, intake);
  return admission.limits === undefined ? delivery : withLimits(host, admission, delivery);
}

/** Why an envelope ended before its time: what went wrong with the client's half explains what then does with ingest's. */
function interruptionOf({ content }: OutgoingEnvelope): Stop | undefined {
  return content instanceof Uint8Array ? undefined : content.stop();
}

interface Gathered {
  readonly admission: Admission;
  readonly pieces: Uint8Array[];
  readonly isComplete: boolean;
}

/** Reads on until the envelope is whole, or too large to be held. */
async function gather(intake: Intake): Promise<Gathered | Stop> {
  const pieces = createPieceList();
  let bytes = 0;
  let isComplete = false;
  while (!isComplete && bytes < WHOLE_BODY_BYTES) {
    const next = await intake.next();
    if (next !== undefined && isStop(next)) return next;
    for (const piece of next ?? []) {
      pieces.push(piece);
      bytes += piece.byteLength;
    }
    isComplete = next === undefined || intake.isOver();
  }
  // Bytes come out only behind a header line, and an end without one is a stop.
  const admission = intake.admission();
  return admission === undefined ? refusal('body-empty') : { admission, pieces: pieces.take(), isComplete };
}

async function deliver(host: ForwardHost, envelope: OutgoingEnvelope): Promise<Delivery | Stop> {
  const { admission, fields, content, contentLength, receivedBytes } = envelope;
  const { destination } = admission;
  if (host.spooling?.letsNewTry(destination.identity) === false) return store(host, envelope, 'outage');

  const startedAt = host.clock.monotonicNow();
  const attempt = await sendEnvelope(host, {
    destination,
    fields,
    body: content instanceof Uint8Array ? content : content.forward,
    contentLength,
  });
  const durationMs = host.clock.monotonicNow() - startedAt;
  const interruption = interruptionOf(envelope);
  if (interruption !== undefined) return interruption;
  if (attempt.kind === 'answered') host.limits.learn(destination.identity, attempt);

  const outage = outageOf(attempt);
  if (outage !== undefined && host.spooling !== undefined) {
    host.spooling.noteFailure({
      dsn: destination.identity,
      receivedAt: envelope.receivedAt,
      isConnection: outage === 'unreachable',
    });
    return store(host, envelope, outage);
  }
  if (attempt.kind === 'answered') {
    // No more is read of the envelope, and its decoder may hold the place the answer's needs.
    envelope.release();
    host.spooling?.noteTaken(destination.identity);
    return {
      outcome: { kind: 'forwarded', status: attempt.status, bytes: receivedBytes(), durationMs },
      answer: await toReadableAnswer(attempt, host),
    };
  }
  const lost = undelivered(attempt, durationMs);
  // The SDK counts what ingest refuses; what is lost on the way to it nobody else counts.
  host.discards.record(destination.identity, 'discarded_events', 'network_error', envelope.items());
  return settle(lost);
}

function outageOf(attempt: Attempt): Exclude<Spooled['cause'], 'outage'> | undefined {
  if (attempt.kind === 'unreachable' || attempt.kind === 'timed-out') return attempt.kind;
  return attempt.kind === 'answered' && isUnavailable(attempt.status) ? 'unavailable' : undefined;
}

function undelivered(attempt: Exclude<Attempt, UsableAnswer>, durationMs: number): Undelivered {
  switch (attempt.kind) {
    case 'unreachable':
      return {
        kind: 'unreachable',
        status: 502,
        detail: 'ingest cannot be reached',
        durationMs,
        cause: attempt.cause,
      };
    case 'timed-out':
      return { kind: 'timed-out', status: 504, detail: 'ingest did not answer in time', durationMs };
    case 'invalid-answer':
      return { kind: 'invalid-answer', status: 502, detail: attempt.detail, durationMs };
  }
}

const ACCEPTED_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

const encoder = new TextEncoder();

/** Puts an envelope by and answers as ingest would have. */
async function store(
  { spooling, discards }: ForwardHost,
  envelope: OutgoingEnvelope,
  cause: Spooled['cause'],
): Promise<Delivery | Stop> {
  const { admission, receivedAt, fields, content, receivedBytes, items } = envelope;
  const { destination, eventId } = admission;
  const body = content instanceof Uint8Array ? content : content.replay();
  const isStored =
    body !== undefined &&
    (await spooling?.store(
      { dsn: destination.identity, receivedAt, fields: withoutAuth(fields), body },
      () => interruptionOf(envelope) !== undefined,
    )) === true;
  if (isStored) {
    const answer = eventId === undefined ? {} : { id: eventId };
    return {
      outcome: { kind: 'spooled', status: 200, bytes: receivedBytes(), cause },
      answer: { status: 200, headers: ACCEPTED_HEADERS, body: encoder.encode(JSON.stringify(answer)) },
    };
  }
  const interruption = interruptionOf(envelope);
  if (interruption !== undefined) return interruption;
  // Without a body its beginning was gone when ingest failed.
  const reason = body === undefined ? 'network_error' : 'queue_overflow';
  discards.record(destination.identity, 'discarded_events', reason, items());
  return settle(refusal('spool-unavailable'));
}

/** Ends a request whose envelope is not forwarded; of what a limit keeps back the client is told until when. */
function stopDelivery(host: ForwardHost, intake: Intake, stop: Stop): Delivery {
  const admission = intake.admission();
  if (stop.kind !== 'refused' || stop.reason !== 'rate-limited' || admission === undefined)
    return settle(stop);
  reportLimited(host, admission, intake);
  return settle({ ...stop, headers: host.limits.headers(admission.destination.identity) });
}

function reportLimited({ discards }: ForwardHost, { destination }: Admission, intake: Intake): void {
  for (const [reason, items] of intake.items().limited) {
    discards.record(destination.identity, 'rate_limited_events', reason, items);
  }
}

/**
 * Where limits were in force already, the answer names all of them: an SDK forgets those that the last answer did not
 * mention (PROTOCOL §4.1, `ratelimit.ts`).
 */
function withLimits(
  { limits }: ForwardHost,
  { destination }: Admission,
  { outcome, answer }: Delivery,
): Delivery {
  return {
    outcome,
    answer: { ...answer, headers: { ...answer.headers, ...limits.headers(destination.identity) } },
  };
}
