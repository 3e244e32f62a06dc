import { DecodeError } from '../envelope/decoder.ts';
import { learnLimits, remainingLimitMs } from '../limits/known-limits.ts';
import type { Destination } from '../request/destinations.ts';
import { isUnavailable, sendEnvelope, type SendResult } from '../send/send-envelope.ts';
import { recordDiscards, type ReportContext } from '../send/client-reports.ts';
import type { SendContext } from '../send/send-context.ts';
import type { WallHistory } from '../clock/wall-history.ts';
import type { SpoolEntry } from '../stores/stores.ts';
import type { DrainOptions } from './drain.ts';
import type { GiveUpCause, Verdict } from './drain-context.ts';
import { countItems, prepareRedelivery } from './redelivery.ts';

/** What redelivery needs. */
export interface SpoolDeliveryOptions {
  readonly context: ReportContext & Pick<SendContext, 'decoders' | 'knownLimits'>;
  readonly onDelivered: (bytes: number) => void;
  readonly onGivenUp: (cause: GiveUpCause, dsn: string) => void;
  readonly wall: WallHistory;
}

const DELIVERED: Verdict = { kind: 'delivered' };
const UNREACHABLE: Verdict = { kind: 'retry', failed: 'connection' };
const UNANSWERED: Verdict = { kind: 'retry', failed: 'answer' };
const WITHOUT_DESTINATION: Verdict = { kind: 'retry', failed: 'here' };
const UNDECODABLE: Verdict = { kind: 'rejected', status: 400 };

const TOO_MANY_REQUESTS = 429;

/** The causes in the words of client reports. */
const REASONS: Readonly<Record<GiveUpCause, string>> = {
  expired: 'cache_overflow',
  refused: 'send_error',
  failing: 'send_error',
};

/** How a drain sends what it takes out, and what becomes of what it gives up. */
export function createSpoolDelivery({
  context,
  onDelivered,
  onGivenUp,
  wall,
}: SpoolDeliveryOptions): Required<Pick<DrainOptions, 'deliver' | 'onGiveUp' | 'destinationOf'>> {
  const { destinations, decoders, knownLimits } = context;
  const judge = (entry: SpoolEntry, result: SendResult): Verdict => {
    if (result.kind === 'invalid-answer') return { kind: 'rejected', status: 502 };
    if (result.kind === 'unreachable') return UNREACHABLE;
    if (result.kind === 'timed-out' || isUnavailable(result.status)) return UNANSWERED;
    learnLimits(knownLimits, entry.dsn, result);
    if (result.status === TOO_MANY_REQUESTS)
      return { kind: 'wait', forMs: remainingLimitMs(knownLimits, entry.dsn) };
    if (result.status >= 400) return { kind: 'rejected', status: result.status };
    onDelivered(entry.bytes);
    return DELIVERED;
  };

  const send = async (entry: SpoolEntry, destination: Destination): Promise<SendResult> => {
    const { fields, body, contentLength, release } = await prepareRedelivery(
      entry,
      wall.ageOf(entry.receivedAt),
      decoders,
    );
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
    return result;
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
      onGivenUp(cause, entry.dsn);
      recordDiscards(
        context,
        entry.dsn,
        'discarded_events',
        REASONS[cause],
        await countItems(entry, decoders),
      );
    },
    destinationOf: (dsn) => destinations.byIdentity(dsn)?.endpoint.origin ?? dsn,
  };
}
