import { DecodeError, parseContentEncoding, type WallHistory } from '@adit/envelope';
import { learnLimits, limitsInForce, limitsOf } from '../limits/known-limits.ts';
import type { StoredOutcome } from '../outcome/outcome-detail.ts';
import type { GiveUpCause } from '@adit/spool';
import type { Destination } from '../request/destinations.ts';
import { codingOfChanged, isCodingRefused, sendInCoding } from '../send/ingest-codings.ts';
import { isUnavailable, type SendResult, type UsableAnswer } from '../send/send-envelope.ts';
import { recordDiscards, type ReportContext } from '../send/client-reports.ts';
import type { SendContext } from '../send/send-context.ts';
import type { DrainOptions, Hold, SpoolEntry, RedeliveryResult } from '@adit/spool';
import { holdOf, inspectEntry, type StoredContent } from './inspect-entry.ts';
import { orderKeyOf } from './order-key.ts';
import { prepareRedelivery } from './redelivery.ts';
import { StoredDetail, type StoredDetailOptions } from './stored-detail.ts';

/** Options of {@link createSpoolDelivery}. */
export interface SpoolDeliveryOptions {
  readonly context: ReportContext & Pick<SendContext, 'decoders' | 'knownLimits' | 'ingestCodings'>;
  /** Called with the end of each stored envelope. */
  readonly onEnd: (outcome: StoredOutcome, detail: StoredDetail) => void;
  readonly wall: WallHistory;
}

const DELIVERED: RedeliveryResult = { kind: 'delivered' };
const UNREACHABLE: RedeliveryResult = { kind: 'retry', failed: 'connection' };
const UNANSWERED = { kind: 'retry', failed: 'answer' } as const satisfies RedeliveryResult;
const WITHOUT_DESTINATION: RedeliveryResult = { kind: 'retry', failed: 'here' };
const UNDECODABLE: RedeliveryResult = { kind: 'rejected' };

/** The result of sending a stored envelope, and the facts learnt about it. */
interface Sent extends Pick<StoredDetailOptions, 'durationMs' | 'headerLine' | 'content'> {
  readonly result: SendResult;
}

const TOO_MANY_REQUESTS = 429;

/** The reasons of client reports for the causes. */
const REASONS: Readonly<Record<GiveUpCause, string>> = {
  expired: 'cache_overflow',
  dropped: 'cache_overflow',
  refused: 'send_error',
  failing: 'send_error',
};

/** Creates the functions with which a drain sends its envelopes and reports those that it drops. */
export function createSpoolDelivery(
  options: SpoolDeliveryOptions,
): Required<
  Pick<DrainOptions, 'deliver' | 'limitOf' | 'onGiveUp' | 'typesOf' | 'orderKeyOf' | 'destinationOf'>
> {
  const { destinations, decoders } = options.context;
  return {
    deliver: (entry) => deliver(options, entry),
    onGiveUp: (entry, cause, status) => giveUp(options, entry, cause, status),
    limitOf: (entry) => limitOf(options.context, entry),
    typesOf: async (entry) => (await inspectEntry(entry, decoders)).types,
    orderKeyOf: (entry) => orderKeyOf(entry, decoders),
    destinationOf: (dsn) => destinations.byIdentity(dsn)?.endpoint.origin ?? dsn,
  };
}

async function deliver(options: SpoolDeliveryOptions, entry: SpoolEntry): Promise<RedeliveryResult> {
  const destination = options.context.destinations.byIdentity(entry.dsn);
  // A DSN that was removed from the configuration may return with the next start; until then its envelopes wait to
  // expire.
  if (destination === undefined) return WITHOUT_DESTINATION;
  try {
    return await judge(options, entry, await send(options, entry, destination));
  } catch (error) {
    // It will not decode the next time either, and the envelopes after it wait.
    if (error instanceof DecodeError) return UNDECODABLE;
    throw error;
  }
}

async function send(
  { context, wall }: SpoolDeliveryOptions,
  entry: SpoolEntry,
  destination: Destination,
): Promise<Sent> {
  const { decoders, ingestCodings, clock } = context;
  const { origin } = destination.endpoint;
  const coding = parseContentEncoding(entry.fields['content-encoding']);
  const { fields, body, contentLength, headerLine, release } = await prepareRedelivery(entry, {
    heldMs: wall.ageOf(entry.receivedAt),
    decoders,
    isCodingTaken:
      coding === undefined || coding === 'identity' || !isCodingRefused(ingestCodings, origin, coding),
    codingOfChanged: codingOfChanged(ingestCodings, origin),
  });
  const startedAt = clock.monotonicNow();
  let fault: { readonly cause: unknown } | undefined;
  const result = await sendInCoding(context, {
    destination,
    fields: { ...fields, 'x-sentry-auth': destination.auth },
    body:
      body instanceof Uint8Array
        ? body
        : async function* (watch) {
            try {
              for await (const chunk of body) {
                watch.run();
                yield chunk;
              }
            } catch (cause) {
              fault = { cause };
              throw cause;
            }
          },
    contentLength: body instanceof Uint8Array ? body.byteLength : contentLength,
  });
  release();
  if (fault !== undefined) throw fault.cause;
  const durationMs = clock.monotonicNow() - startedAt;
  return { result, durationMs, headerLine, content: body instanceof Uint8Array ? body : [] };
}

/** Decides by ingest's answer: the envelope is delivered, tried again, held by a limit, or rejected. */
async function judge(
  { context, onEnd, wall }: SpoolDeliveryOptions,
  entry: SpoolEntry,
  { result, ...sent }: Sent,
): Promise<RedeliveryResult> {
  if (result.kind === 'unreachable') return result.isCut ? UNANSWERED : UNREACHABLE;
  if (result.kind !== 'answered') return UNANSWERED;
  const { dsn, bytes, receivedAt } = entry;
  const { status } = result;
  if (isUnavailable(status)) return { ...UNANSWERED, status };
  learnLimits(context.knownLimits, dsn, result);
  const untaken = status === TOO_MANY_REQUESTS ? await judgeLimited(context, entry, result) : undefined;
  if (untaken !== undefined) return untaken;
  if (status >= 400 && status !== TOO_MANY_REQUESTS) return { kind: 'rejected', status };
  const outcome: StoredOutcome = { kind: 'redelivered', status, heldMs: wall.ageOf(receivedAt) };
  const destination = context.destinations.byIdentity(dsn);
  onEnd(outcome, new StoredDetail({ destination, bytes, ...sent }));
  return DELIVERED;
}

/**
 * Ingest answers 429 also if it has accepted the items that are not limited: then it drops and counts the rest.
 * @returns `undefined` if it has accepted some or all items
 */
async function judgeLimited(
  { knownLimits, decoders, clock }: SpoolDeliveryOptions['context'],
  entry: SpoolEntry,
  answer: UsableAnswer,
): Promise<RedeliveryResult | undefined> {
  const nowMs = clock.now();
  // Also a limit that ends now has held the envelope.
  const hold = await holdOf(entry, decoders, limitsOf(knownLimits, answer), nowMs - 1);
  const limit = hold.soonest();
  if (limit === undefined) return hold.isFree() ? { ...UNANSWERED, status: answer.status } : undefined;
  if (hold.isFree()) return undefined;
  const wait = { category: limit.category, forMs: limit.untilMs - nowMs };
  return { kind: 'wait', hold: wait, status: answer.status };
}

/** The limit in force that holds the whole of a stored envelope. */
async function limitOf(
  { knownLimits, decoders, clock }: SpoolDeliveryOptions['context'],
  entry: SpoolEntry,
): Promise<Hold | undefined> {
  const limits = limitsInForce(knownLimits, entry.dsn);
  if (limits === undefined) return undefined;
  const nowMs = clock.now();
  const hold = await holdOf(entry, decoders, limits, nowMs);
  const limit = hold.isFree() ? undefined : hold.soonest();
  return limit && { category: limit.category, forMs: limit.untilMs - nowMs };
}

/** Reports an envelope that is dropped, and counts its items for a client report. */
async function giveUp(
  { context, onEnd, wall }: SpoolDeliveryOptions,
  entry: SpoolEntry,
  cause: GiveUpCause,
  status: number | undefined,
): Promise<void> {
  const { dsn, bytes, receivedAt } = entry;
  const outcome = { kind: 'given-up', cause, status, heldMs: wall.ageOf(receivedAt) } as const;
  const destination = context.destinations.byIdentity(dsn);
  const end = (headerLine?: Uint8Array, content: readonly string[] = []): void => {
    onEnd(outcome, new StoredDetail({ destination, bytes, durationMs: 0, headerLine, content }));
  };
  let found: StoredContent;
  try {
    found = await inspectEntry(entry, context.decoders);
  } catch (error) {
    end();
    throw error;
  }
  end(found.headerLine, found.types);
  recordDiscards(context, dsn, 'discarded_events', REASONS[cause], found.items);
}
