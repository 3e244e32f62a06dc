import { DecodeError } from '../envelope/decoder.ts';
import { learnLimits, remainingLimitMs } from '../limits/known-limits.ts';
import type { StoredOutcome } from '../outcome/outcome-detail.ts';
import type { DrainGiveUpCause } from '../outcome/outcomes.ts';
import type { Destination } from '../request/destinations.ts';
import { isUnavailable, sendEnvelope, type SendResult } from '../send/send-envelope.ts';
import { recordDiscards, type ReportContext } from '../send/client-reports.ts';
import type { SendContext } from '../send/send-context.ts';
import type { WallHistory } from '../clock/wall-history.ts';
import type { SpoolEntry } from '../stores/stores.ts';
import type { DrainOptions } from './drain.ts';
import type { Verdict } from './drain-context.ts';
import { inspectEntry, prepareRedelivery, type StoredContent } from './redelivery.ts';
import { StoredDetail, type StoredDetailOptions } from './stored-detail.ts';

/** What redelivery needs. */
export interface SpoolDeliveryOptions {
  readonly context: ReportContext & Pick<SendContext, 'decoders' | 'knownLimits'>;
  /** Called with the end of each stored envelope. */
  readonly onEnd: (end: StoredEnd, detail: StoredDetail) => void;
  readonly wall: WallHistory;
}

/** How a stored envelope ended, and the identity of its DSN. */
export interface StoredEnd {
  readonly dsn: string;
  readonly outcome: StoredOutcome;
}

const DELIVERED: Verdict = { kind: 'delivered' };
const UNREACHABLE: Verdict = { kind: 'retry', failed: 'connection' };
const UNANSWERED: Verdict = { kind: 'retry', failed: 'answer' };
const WITHOUT_DESTINATION: Verdict = { kind: 'retry', failed: 'here' };
const UNDECODABLE: Verdict = { kind: 'rejected', status: 400 };

/** The result of sending a stored envelope, and what was seen of it. */
interface Sent extends Pick<StoredDetailOptions, 'durationMs' | 'headerLine' | 'content'> {
  readonly result: SendResult;
}

const TOO_MANY_REQUESTS = 429;

/** The causes in the words of client reports. Ingest itself counts what it limits. */
const REASONS: Readonly<Record<DrainGiveUpCause, string>> = {
  expired: 'cache_overflow',
  dropped: 'cache_overflow',
  refused: 'send_error',
  failing: 'send_error',
};

/** How a drain sends what it takes out, and what becomes of what it gives up. */
export function createSpoolDelivery({
  context,
  onEnd,
  wall,
}: SpoolDeliveryOptions): Required<Pick<DrainOptions, 'deliver' | 'onGiveUp' | 'typesOf' | 'destinationOf'>> {
  const { destinations, decoders, knownLimits } = context;
  const judge = (entry: SpoolEntry, { result, ...sent }: Sent): Verdict => {
    if (result.kind === 'invalid-answer') return { kind: 'rejected', status: 502 };
    if (result.kind === 'unreachable') return UNREACHABLE;
    if (result.kind === 'timed-out' || isUnavailable(result.status)) return UNANSWERED;
    const { dsn, bytes, receivedAt } = entry;
    const { status } = result;
    learnLimits(knownLimits, dsn, result);
    if (status >= 400 && status !== TOO_MANY_REQUESTS) return { kind: 'rejected', status };
    const heldMs = wall.ageOf(receivedAt);
    const outcome: StoredOutcome =
      status === TOO_MANY_REQUESTS
        ? { kind: 'given-up', cause: 'rate-limited', heldMs }
        : { kind: 'redelivered', status, heldMs };
    onEnd({ dsn, outcome }, new StoredDetail({ destination: destinations.byIdentity(dsn), bytes, ...sent }));
    return outcome.kind === 'redelivered'
      ? DELIVERED
      : { kind: 'wait', forMs: remainingLimitMs(knownLimits, dsn) };
  };

  const send = async (entry: SpoolEntry, destination: Destination): Promise<Sent> => {
    const { fields, body, contentLength, headerLine, release } = await prepareRedelivery(
      entry,
      wall.ageOf(entry.receivedAt),
      decoders,
    );
    const startedAt = context.clock.monotonicNow();
    let fault: { readonly cause: unknown } | undefined;
    const result = await sendEnvelope(context, {
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
    const durationMs = context.clock.monotonicNow() - startedAt;
    return { result, durationMs, headerLine, content: body instanceof Uint8Array ? body : [] };
  };

  return {
    deliver: async (entry) => {
      const destination = destinations.byIdentity(entry.dsn);
      // A DSN that has left the configuration may come back with the next start; until then its envelopes wait to expire.
      if (destination === undefined) return WITHOUT_DESTINATION;
      try {
        return judge(entry, await send(entry, destination));
      } catch (error) {
        // It will not decode the next time either, and those behind it wait.
        if (error instanceof DecodeError) return UNDECODABLE;
        throw error;
      }
    },
    onGiveUp: async (entry, cause) => {
      const { dsn, bytes, receivedAt } = entry;
      const outcome = { kind: 'given-up', cause, heldMs: wall.ageOf(receivedAt) } as const;
      const destination = destinations.byIdentity(dsn);
      const end = (headerLine?: Uint8Array, content: readonly string[] = []): void => {
        onEnd({ dsn, outcome }, new StoredDetail({ destination, bytes, durationMs: 0, headerLine, content }));
      };
      let found: StoredContent;
      try {
        found = await inspectEntry(entry, decoders);
      } catch (error) {
        end();
        throw error;
      }
      end(found.headerLine, found.types);
      recordDiscards(context, dsn, 'discarded_events', REASONS[cause], found.items);
    },
    typesOf: async (entry) => (await inspectEntry(entry, decoders)).types,
    destinationOf: (dsn) => destinations.byIdentity(dsn)?.endpoint.origin ?? dsn,
  };
}
