import { concatBytes, createPieceList, streamOf, type ContentCoding } from '@adit/envelope';
import { releaseDecoding } from '../envelope/decode-envelope.ts';
import { WHOLE_BODY_BYTES } from '../envelope/envelope-body.ts';
import {
  routedOf,
  type EnvelopeRead,
  type IncomingEnvelope,
  type Routed,
} from '../envelope/incoming-envelope.ts';
import { isEmptied, isFiltered, readEnvelope } from '../envelope/read-envelope.ts';
import { learnLimits, limitHeaders } from '../limits/known-limits.ts';
import { accepted, settle, type Delivery } from '../outcome/answer.ts';
import {
  isFailure,
  refusal,
  type Forwarded,
  type RequestFailure,
  type Undelivered,
} from '../outcome/outcomes.ts';
import { saidInAnswer } from '../outcome/said-by-ingest.ts';
import type { Destination } from '../request/destinations.ts';
import { recordDiscards } from './client-reports.ts';
import { decodeAnswer } from './decode-answer.ts';
import { forwardStream, openEnvelopeStream, releaseStream } from './envelope-stream.ts';
import { collect, gzip } from './gzip.ts';
import { codingOfChanged, sendInCoding } from './ingest-codings.ts';
import { collectIngestFields, type IngestFields } from './ingest-fields.ts';
import type { SendContext } from './send-context.ts';
import { isUnavailable, type SendResult, type UsableAnswer } from './send-envelope.ts';
import {
  interruptionOf,
  storeEnvelope,
  wholeOf,
  type PreparedEnvelope,
  type OutageCause,
} from './store-envelope.ts';

/** Sends an envelope to ingest and returns the answer, or stores the envelope if ingest is unavailable. */
export async function forward(context: SendContext, incoming: IncomingEnvelope): Promise<Delivery> {
  const gathered = await gather(incoming);
  if (!isFailure(gathered) && incoming.isOver && isEmptied(incoming)) {
    return answerEmptied(context, incoming, gathered.routed);
  }
  const outgoing = isFailure(gathered) ? gathered : await prepare(context, incoming, gathered);
  if (isFailure(outgoing)) return answerFailure(context, incoming, outgoing);
  const delivery = await deliver(context, outgoing);
  if (!(outgoing.content instanceof Uint8Array)) releaseStream(outgoing.content);
  if (isFailure(delivery)) return answerFailure(context, incoming, delivery);
  recordDropped(context, outgoing.routed);
  return withLimits(context, outgoing.routed.route, delivery);
}

/** Makes the request to ingest. A coded envelope that was changed is coded again. */
function prepare(
  context: SendContext,
  incoming: IncomingEnvelope,
  { routed, pieces }: Gathered,
): PreparedEnvelope | RequestFailure | Promise<PreparedEnvelope> {
  const { arrived, coding } = incoming;
  const { destination } = routed.route;
  const head = { header: arrived.request.header, client: arrived.client, coding };
  const collected = collectIngestFields(head, destination.auth);
  if (isFailure(collected)) return collected;
  const { fields } = collected;
  const isChanged = isFiltered(incoming);
  const isCodedAgain = isChanged && codeAgain(context, coding, destination, fields);

  if (incoming.isOver) {
    const outgoing = (content: Uint8Array): PreparedEnvelope => ({
      incoming,
      routed,
      fields,
      content,
      contentLength: content.byteLength,
    });
    return isCodedAgain ? collect(gzip(streamOf(pieces))).then(outgoing) : outgoing(concatBytes(pieces));
  }
  const contentLength = isChanged ? undefined : incoming.body.declaredBytes;
  const retention = context.spooling && context.retention;
  const content = openEnvelopeStream({
    queue: isCodedAgain ? [] : pieces,
    read: isCodedAgain ? createCodedReader(incoming, pieces) : () => readEnvelope(incoming),
    retention,
    contentLength,
  });
  return { incoming, routed, fields, content, contentLength };
}

/** Sets the coding for a changed envelope. Returns whether there is one. */
function codeAgain(
  { ingestCodings }: SendContext,
  coding: ContentCoding,
  destination: Destination,
  fields: IngestFields,
): boolean {
  if (coding === 'identity') return false;
  const changed = codingOfChanged(ingestCodings, destination.endpoint.origin);
  if (changed === undefined) delete fields['content-encoding'];
  else fields['content-encoding'] = changed;
  return changed !== undefined;
}

/** Reads the rest of an envelope and codes it again, after the pieces read so far. */
function createCodedReader(
  incoming: IncomingEnvelope,
  beginning: readonly Uint8Array[],
): () => Promise<EnvelopeRead> {
  let failure: RequestFailure | undefined;
  const plain = async function* (): AsyncGenerator<Uint8Array> {
    yield* beginning;
    for (let read = await readEnvelope(incoming); read !== undefined; read = await readEnvelope(incoming)) {
      if (isFailure(read)) {
        failure = read;
        return;
      }
      yield* read;
    }
  };
  const coded = gzip(plain());
  return async () => {
    const step = await coded.next();
    return failure ?? (step.done === true ? undefined : [step.value]);
  };
}

interface Gathered {
  readonly routed: Routed;
  readonly pieces: Uint8Array[];
}

/** Reads until the envelope is complete, or too large to be sent in one piece. */
async function gather(incoming: IncomingEnvelope): Promise<Gathered | RequestFailure> {
  const first = await readEnvelope(incoming);
  const pieces = incoming.isOver ? first : await gatherMore(incoming, first);
  if (pieces !== undefined && isFailure(pieces)) return pieces;
  // Bytes are returned only after a header line, and an end without one is a failure.
  const routed = routedOf(incoming);
  return routed === undefined ? refusal('body-empty') : { routed, pieces: [...(pieces ?? [])] };
}

async function gatherMore(incoming: IncomingEnvelope, first: EnvelopeRead): Promise<EnvelopeRead> {
  const pieces = createPieceList();
  let bytes = 0;
  for (let read = first; read !== undefined; read = await readEnvelope(incoming)) {
    if (isFailure(read)) return read;
    for (const piece of read) {
      pieces.push(piece);
      bytes += piece.byteLength;
    }
    if (incoming.isOver || bytes >= WHOLE_BODY_BYTES) break;
  }
  return pieces.take();
}

async function deliver(context: SendContext, outgoing: PreparedEnvelope): Promise<Delivery | RequestFailure> {
  const { incoming, routed, fields, content, contentLength } = outgoing;
  const { destination } = routed.route;
  const { spooling, clock } = context;
  if (spooling?.letsNewTry(destination.identity) === false) {
    const stored = await storeEnvelope(context, outgoing, 'outage');
    if (stored !== undefined) return stored;
  }

  const startedAt = clock.monotonicNow();
  const result = await sendInCoding(context, {
    destination,
    fields,
    body: content instanceof Uint8Array ? content : (timer) => forwardStream(content, timer),
    contentLength,
  });
  const durationMs = clock.monotonicNow() - startedAt;
  const interruption = interruptionOf(outgoing);
  if (interruption !== undefined) return interruption;
  if (result.kind === 'answered') learnLimits(context.knownLimits, destination.identity, result);

  const outage = outageOf(result);
  if (outage !== undefined && spooling !== undefined) {
    spooling.noteFailure({
      dsn: destination.identity,
      receivedAt: incoming.arrived.receivedAt,
      isConnection: result.kind === 'unreachable' && !result.isCut,
    });
    const stored = await storeEnvelope(context, outgoing, outage);
    if (stored !== undefined) return stored;
  }
  if (result.kind === 'answered') {
    // The rest of the envelope is not read, and decoding the answer may need the decoder's slot.
    releaseDecoding(incoming);
    if (outage === undefined) spooling?.noteTaken(destination.identity);
    const { status } = result;
    const answer = await decodeAnswer(result, context);
    const outcome: Forwarded = { kind: 'forwarded', status, bytes: incoming.body.receivedBytes, durationMs };
    const said = saidInAnswer(status, answer.body);
    return { outcome: said === undefined ? outcome : { ...outcome, said }, answer };
  }
  return { ...settle(undelivered(result, durationMs)), unsent: wholeOf(content) };
}

function outageOf(result: SendResult): Exclude<OutageCause, 'outage'> | undefined {
  if (result.kind === 'unreachable' || result.kind === 'timed-out') return result.kind;
  return result.kind === 'invalid-answer' || isUnavailable(result.status) ? 'unavailable' : undefined;
}

function undelivered(result: Exclude<SendResult, UsableAnswer>, durationMs: number): Undelivered {
  switch (result.kind) {
    case 'unreachable':
      return {
        kind: 'unreachable',
        status: 502,
        detail: result.isCut ? 'ingest broke the connection off' : 'ingest cannot be reached',
        durationMs,
        cause: result.cause,
      };
    case 'timed-out':
      return { kind: 'timed-out', status: 504, detail: 'ingest did not answer in time', durationMs };
    case 'invalid-answer':
      return { kind: 'invalid-answer', status: 502, detail: result.detail, durationMs };
  }
}

/** Answers a request whose envelope is not forwarded. If rate limits are the reason, the answer names them. */
function answerFailure(context: SendContext, incoming: IncomingEnvelope, failure: RequestFailure): Delivery {
  const routed = routedOf(incoming);
  if (failure.kind !== 'refused' || failure.reason !== 'rate-limited' || routed === undefined) {
    return settle(failure);
  }
  recordDropped(context, routed);
  const { identity } = routed.route.destination;
  return settle({ ...failure, headers: limitHeaders(context.knownLimits, identity) });
}

function recordDropped(context: SendContext, { route, inventory }: Routed): void {
  for (const { kind, reason, items } of inventory.dropped) {
    recordDiscards(context, route.destination.identity, kind, reason, items);
  }
}

/** Answers an envelope of which the rules of a policy left nothing, as ingest would have. */
function answerEmptied(context: SendContext, { body }: IncomingEnvelope, routed: Routed): Delivery {
  recordDropped(context, routed);
  const outcome = { kind: 'filtered', status: 200, bytes: body.receivedBytes } as const;
  return withLimits(context, routed.route, { outcome, answer: accepted(routed.route.eventId) });
}

/**
 * Adds all limits to the answer if some were in force before. SDKs forget a limit that the latest answer does not name
 * (`updateRateLimits` in @sentry/core).
 */
function withLimits(
  { knownLimits }: SendContext,
  { destination, limits: before }: Routed['route'],
  delivery: Delivery,
): Delivery {
  if (before === undefined) return delivery;
  const { answer } = delivery;
  return {
    ...delivery,
    answer: { ...answer, headers: { ...answer.headers, ...limitHeaders(knownLimits, destination.identity) } },
  };
}
