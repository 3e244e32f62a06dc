import type { Discard } from './protocol/client-report.ts';
import type { InjectedPart } from './guard/faults.ts';
import { GENERIC_REASON } from './protocol/rate-limits.ts';
import type { GiveUpCause } from './spool/drain-context.ts';
import type { SpoolDepth } from './stores/stores.ts';
import { REFUSAL_REASONS, type Outcome, type RefusalReason } from './outcome/outcomes.ts';

/** Counts since a tunnel was created, and its current state. */
export interface TunnelStats {
  /** Requests that ingest answered, with any status. */
  readonly forwarded: number;
  /** Requests that the tunnel refused, by reason. Every reason is listed. */
  readonly refused: Readonly<Record<RefusalReason, number>>;
  /** Requests whose client closed the connection before the envelope was complete. */
  readonly aborted: number;
  readonly unreachable: number;
  readonly timedOut: number;
  /** Answers of ingest that could not be passed on: redirects, invalid statuses, oversized bodies. */
  readonly invalidAnswers: number;
  /** Requests answered 200 whose envelope was stored. */
  readonly spooled: number;
  /** Stored envelopes that ingest has accepted since. */
  readonly redelivered: number;
  /** Stored envelopes that were dropped: too old, refused by ingest, or failing while ingest accepted others. */
  readonly givenUp: Readonly<Record<GiveUpCause, number>>;
  /** What the tunnel dropped and reported, by reason and data category: items, or bytes for categories that count bytes. */
  readonly discarded: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The stored envelopes, and whether an outage of ingest is known; `undefined` without a spool. */
  readonly spool: (SpoolDepth & { readonly isOut: boolean }) | undefined;
  /** DSNs a rate limit is in force for. */
  readonly limitedDsns: number;
  /** Bytes of bodies read from clients. */
  readonly receivedBytes: number;
  /** Bytes of envelopes ingest answered. */
  readonly forwardedBytes: number;
  /** Requests being worked on now. */
  readonly inFlight: number;
  /** Failures of each store, decoder, callback and clock. Parts that never failed are missing. */
  readonly faults: Readonly<Partial<Record<InjectedPart, number>>>;
}

/** Keeps the {@link TunnelStats} of one tunnel. */
export interface StatsKeeper {
  readonly record: (outcome: Outcome) => void;
  readonly addReceivedBytes: (bytes: number) => void;
  readonly addRedelivered: () => void;
  readonly addGivenUp: (cause: GiveUpCause) => void;
  readonly addDiscarded: (discarded: readonly Discard[]) => void;
  readonly snapshot: () => Omit<TunnelStats, 'inFlight' | 'spool' | 'limitedDsns' | 'faults'>;
}

const COUNTERS = {
  unreachable: 'unreachable',
  'timed-out': 'timedOut',
  'invalid-answer': 'invalidAnswers',
  aborted: 'aborted',
  spooled: 'spooled',
} as const;

/**
 * Reasons counted apart. The tunnel's own are five; ingest words the others, and each is a label of the metrics for as long
 * as the process lives.
 */
export const MAX_COUNTED_REASONS = 100;

/** Creates a {@link StatsKeeper} that starts from zero. */
export function createStatsKeeper(): StatsKeeper {
  const refused = Object.fromEntries(REFUSAL_REASONS.map((reason) => [reason, 0])) as Record<
    RefusalReason,
    number
  >;
  // Ingest words the reasons of limits: `__proto__` is one like any other.
  const discarded = new Map<string, Map<string, number>>();
  const givenUp = { expired: 0, refused: 0, failing: 0 };
  const counts = {
    forwarded: 0,
    spooled: 0,
    redelivered: 0,
    aborted: 0,
    unreachable: 0,
    timedOut: 0,
    invalidAnswers: 0,
    receivedBytes: 0,
    forwardedBytes: 0,
  };
  return {
    record: (outcome) => {
      switch (outcome.kind) {
        case 'forwarded':
          counts.forwarded += 1;
          counts.forwardedBytes += outcome.bytes;
          break;
        case 'refused':
          refused[outcome.reason] += 1;
          break;
        default:
          counts[COUNTERS[outcome.kind]] += 1;
      }
    },
    addReceivedBytes: (bytes) => {
      counts.receivedBytes += bytes;
    },
    addRedelivered: () => {
      counts.redelivered += 1;
    },
    addGivenUp: (cause) => {
      givenUp[cause] += 1;
    },
    addDiscarded: (dropped) => {
      for (const { reason: own, category, quantity } of dropped) {
        const reason = discarded.has(own) || discarded.size < MAX_COUNTED_REASONS ? own : GENERIC_REASON;
        const byCategory = discarded.get(reason) ?? new Map<string, number>();
        discarded.set(reason, byCategory.set(category, (byCategory.get(category) ?? 0) + quantity));
      }
    },
    snapshot: () => ({
      ...counts,
      refused: { ...refused },
      givenUp: { ...givenUp },
      discarded: toRecord(discarded),
    }),
  };
}

function toRecord(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): TunnelStats['discarded'] {
  return Object.fromEntries(
    [...counts].map(([reason, byCategory]) => [reason, Object.fromEntries(byCategory)]),
  );
}
