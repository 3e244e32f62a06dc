import { concatBytes, createPieceList } from '../protocol/bytes.ts';
import { lostItems } from '../envelope/check-envelope.ts';
import { releaseDecoding } from '../envelope/decode-envelope.ts';
import { WHOLE_BODY_BYTES } from '../envelope/envelope-body.ts';
import type { IncomingEnvelope } from '../envelope/incoming-envelope.ts';
import { isFiltered, readEnvelope } from '../envelope/read-envelope.ts';
import type { EnvelopeRoute } from '../envelope/route-envelope.ts';
import { learnLimits, limitHeaders } from '../limits/known-limits.ts';
import { settle, type Delivery } from '../outcome/answer.ts';
import { isFailure, refusal, type RequestFailure, type Undelivered } from '../outcome/outcomes.ts';
import { recordDiscards } from './client-reports.ts';
import { decodeAnswer } from './decode-answer.ts';
import { forwardStream, openEnvelopeStream, releaseStream } from './envelope-stream.ts';
import { collectIngestFields } from './ingest-fields.ts';
import type { SendContext } from './send-context.ts';
import { isUnavailable, sendEnvelope, type SendResult, type UsableAnswer } from './send-envelope.ts';
import { interruptionOf, storeEnvelope, type OutgoingEnvelope, type OutageCause } from './store-envelope.ts';

/** Sends an envelope to ingest and returns the answer, or stores the envelope if ingest is unavailable. */
export async function forward(context: SendContext, incoming: IncomingEnvelope): Promise<Delivery> {
  const gathered = await gather(incoming);
  const outgoing = isFailure(gathered) ? gathered : prepare(context, incoming, gathered);
  if (isFailure(outgoing)) return answerFailure(context, incoming, outgoing);
  const delivery = await deliver(context, outgoing);
  if (!(outgoing.content instanceof Uint8Array)) releaseStream(outgoing.content);
  if (isFailure(delivery)) return answerFailure(context, incoming, delivery);
  recordLimited(context, incoming, outgoing.route);
  return withLimits(context, outgoing.route, delivery);
}

/** Makes the request to ingest. */
function prepare(
  context: SendContext,
  incoming: IncomingEnvelope,
  { route, pieces }: Gathered,
): OutgoingEnvelope | RequestFailure {
  const collected = collectIngestFields(incoming, route.destination.auth);
  if (isFailure(collected)) return collected;
  const { fields } = collected;
  const isChanged = isFiltered(incoming);
  if (isChanged) delete fields['content-encoding'];

  if (incoming.isOver) {
    const content = concatBytes(pieces);
    return { incoming, route, fields, content, contentLength: content.byteLength };
  }
  const contentLength = isChanged ? undefined : incoming.body.declaredBytes;
  const retention = context.spooling && context.retention;
  const content = openEnvelopeStream({
    queue: pieces,
    read: () => readEnvelope(incoming),
    retention,
    contentLength,
  });
  return { incoming, route, fields, content, contentLength };
}

interface Gathered {
  readonly route: EnvelopeRoute;
  readonly pieces: Uint8Array[];
}

/** Reads until the envelope is whole, or larger than is sent in one piece. */
async function gather(incoming: IncomingEnvelope): Promise<Gathered | RequestFailure> {
  const pieces = createPieceList();
  let bytes = 0;
  for (;;) {
    const read = await readEnvelope(incoming);
    if (read !== undefined && isFailure(read)) return read;
    for (const piece of read ?? []) {
      pieces.push(piece);
      bytes += piece.byteLength;
    }
    if (read === undefined || incoming.isOver || bytes >= WHOLE_BODY_BYTES) break;
  }
  // Bytes come out only behind a header line, and an end without one is a failure.
  const { route } = incoming;
  return route === undefined ? refusal('body-empty') : { route, pieces: pieces.take() };
}

async function deliver(context: SendContext, outgoing: OutgoingEnvelope): Promise<Delivery | RequestFailure> {
  const { incoming, route, fields, content, contentLength } = outgoing;
  const { destination } = route;
  const { spooling, clock } = context;
  if (spooling?.letsNewTry(destination.identity) === false) return storeEnvelope(context, outgoing, 'outage');

  const startedAt = clock.monotonicNow();
  const result = await sendEnvelope(context, {
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
      receivedAt: incoming.receivedAt,
      isConnection: outage === 'unreachable',
    });
    return storeEnvelope(context, outgoing, outage);
  }
  if (result.kind === 'answered') {
    // The rest of the envelope is not read, and decoding the answer may need the decoder's slot.
    releaseDecoding(incoming);
    spooling?.noteTaken(destination.identity);
    return {
      outcome: { kind: 'forwarded', status: result.status, bytes: incoming.body.receivedBytes, durationMs },
      answer: await decodeAnswer(result, context),
    };
  }
  // SDKs count what ingest refuses. Only the tunnel can count what is lost on the way to ingest.
  recordDiscards(context, destination.identity, 'discarded_events', 'network_error', lostItems(incoming));
  return settle(undelivered(result, durationMs));
}

function outageOf(result: SendResult): Exclude<OutageCause, 'outage'> | undefined {
  if (result.kind === 'unreachable' || result.kind === 'timed-out') return result.kind;
  return result.kind === 'answered' && isUnavailable(result.status) ? 'unavailable' : undefined;
}

function undelivered(result: Exclude<SendResult, UsableAnswer>, durationMs: number): Undelivered {
  switch (result.kind) {
    case 'unreachable':
      return {
        kind: 'unreachable',
        status: 502,
        detail: 'ingest cannot be reached',
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
  const { route } = incoming;
  if (failure.kind !== 'refused' || failure.reason !== 'rate-limited' || route === undefined) {
    return settle(failure);
  }
  recordLimited(context, incoming, route);
  return settle({ ...failure, headers: limitHeaders(context.knownLimits, route.destination.identity) });
}

function recordLimited(
  context: SendContext,
  { items }: IncomingEnvelope,
  { destination }: EnvelopeRoute,
): void {
  for (const [reason, limited] of items.limited) {
    recordDiscards(context, destination.identity, 'rate_limited_events', reason, limited);
  }
}

/**
 * Adds all limits to the answer if some were in force before. SDKs drop a limit that the latest answer does not name
 * (`updateRateLimits` in @sentry/core).
 */
function withLimits(
  { knownLimits }: SendContext,
  { destination, limits: before }: EnvelopeRoute,
  delivery: Delivery,
): Delivery {
  if (before === undefined) return delivery;
  const { outcome, answer } = delivery;
  return {
    outcome,
    answer: { ...answer, headers: { ...answer.headers, ...limitHeaders(knownLimits, destination.identity) } },
  };
}
