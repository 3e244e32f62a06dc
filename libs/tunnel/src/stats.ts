import type { Discard } from './protocol/client-report.ts';
import type { InjectedPart } from './guard/faults.ts';
import { GENERIC_REASON } from './protocol/rate-limits.ts';
import type { RateLimits } from './protocol/rate-limits.ts';
import type { SpoolDepth } from './stores/stores.ts';
import type { StoredOutcome } from './outcome/outcome-detail.ts';
import {
  LOSS_REASONS,
  lossOf,
  REFUSAL_REASONS,
  type GiveUpCause,
  type LossReason,
  type Outcome,
  type RefusalReason,
} from './outcome/outcomes.ts';
import type { ClientDiscard } from './protocol/read-client-report.ts';

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
  /** Stored envelopes that were dropped, by cause. Every cause is listed. */
  readonly givenUp: Readonly<Record<GiveUpCause, number>>;
  /** What the tunnel dropped and reported, by reason and data category: items, or bytes for categories that count bytes. */
  readonly discarded: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * Envelopes that the tunnel had accepted and that neither ingest nor the spool has, by reason. Every reason is listed, and
   * all should be 0. Each envelope counts once. Not lost is what a client must not send, what ingest limits or answers
   * itself, and what an operator drops.
   */
  readonly lost: Readonly<Record<LossReason, number>>;
  /** The state of each project of the configured DSNs, by host and project such as `o450.ingest.sentry.io/4509`. */
  readonly projects: Readonly<Record<string, ProjectStats>>;
  /** What SDKs say in their client reports that they dropped themselves, by reason and data category. */
  readonly clientDiscarded: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The stored envelopes, and whether an outage of ingest is known; `undefined` without a spool. */
  readonly spool: SpoolStats | undefined;
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

/** The state of a spool. */
export interface SpoolStats extends SpoolDepth {
  /** The most bytes it takes; `undefined` if the store does not say. */
  readonly maxBytes: number | undefined;
  /** The age at which envelopes are dropped, in milliseconds. */
  readonly maxAgeMs: number;
  /** Whether ingest of any DSN is unavailable. */
  readonly isOut: boolean;
  /** Whether `delivery.pause` was called. */
  readonly isPaused: boolean;
}

/** Envelopes of one project by their fate. */
export interface ProjectCounts {
  /** Ingest answered, with any status. */
  readonly forwarded: number;
  /** Refused after the DSN was read: invalid, or limited by ingest. */
  readonly refused: number;
  readonly spooled: number;
  readonly redelivered: number;
  /** As in `lost`, but for those that a store lost: it does not say whose. */
  readonly lost: number;
}

/** Counts and state of one project. */
export interface ProjectStats extends ProjectCounts {
  /** Whether its ingest is known to be unavailable. */
  readonly isOut: boolean;
  /** The rate limits in force. */
  readonly limits: RateLimits;
}

/** Keeps the {@link TunnelStats} of one tunnel. */
export interface StatsKeeper {
  /** @param project the project, once its DSN is known */
  readonly record: (outcome: Outcome, project?: string) => void;
  readonly addReceivedBytes: (bytes: number) => void;
  /** Counts the end of a stored envelope. */
  readonly addStored: (outcome: StoredOutcome, project?: string) => void;
  readonly addClientDiscarded: (discarded: readonly ClientDiscard[]) => void;
  readonly projectCounts: (project: string) => ProjectCounts;
  readonly addDiscarded: (discarded: readonly Discard[]) => void;
  readonly snapshot: () => Omit<TunnelStats, 'inFlight' | 'spool' | 'limitedDsns' | 'faults' | 'projects'>;
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
  const refused = zeros(REFUSAL_REASONS);
  const lost = zeros(LOSS_REASONS);
  const projects = new Map<string, Writable<ProjectCounts>>();
  const countsOf = (project: string): Writable<ProjectCounts> => {
    let counts = projects.get(project);
    if (counts === undefined) {
      counts = { forwarded: 0, refused: 0, spooled: 0, redelivered: 0, lost: 0 };
      projects.set(project, counts);
    }
    return counts;
  };
  const addLost = (reason: LossReason, project: string | undefined): void => {
    lost[reason] += 1;
    if (project !== undefined) countsOf(project).lost += 1;
  };
  // Ingest words the reasons of limits: `__proto__` is one like any other.
  const discarded = new Map<string, Map<string, number>>();
  const clientDiscarded = new Map<string, Map<string, number>>();
  const givenUp = { expired: 0, refused: 0, failing: 0, 'rate-limited': 0, dropped: 0 };
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
    record: (outcome, project) => {
      const loss = lossOf(outcome);
      if (loss !== undefined) addLost(loss, project);
      else if (project !== undefined && outcome.kind in PROJECT_FATES) {
        countsOf(project)[outcome.kind as keyof typeof PROJECT_FATES] += 1;
      }
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
    addStored: (outcome, project) => {
      if (outcome.kind === 'redelivered') {
        counts.redelivered += 1;
        if (project !== undefined) countsOf(project).redelivered += 1;
        return;
      }
      const { cause } = outcome;
      givenUp[cause] += 1;
      if (cause !== 'rate-limited' && cause !== 'dropped') addLost(cause, project);
    },
    addDiscarded: (dropped) => {
      addTo(discarded, dropped);
    },
    addClientDiscarded: (dropped) => {
      addTo(clientDiscarded, dropped);
    },
    projectCounts: (project) => ({ ...countsOf(project) }),
    snapshot: () => ({
      ...counts,
      refused: { ...refused },
      lost: { ...lost },
      givenUp: { ...givenUp },
      discarded: toRecord(discarded),
      clientDiscarded: toRecord(clientDiscarded),
    }),
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const PROJECT_FATES = { forwarded: 0, refused: 0, spooled: 0 } as const;

const zeros = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

function addTo(
  sums: Map<string, Map<string, number>>,
  dropped: readonly Pick<Discard, 'reason' | 'category' | 'quantity'>[],
): void {
  for (const { reason: own, category, quantity } of dropped) {
    const reason = sums.has(own) || sums.size < MAX_COUNTED_REASONS ? own : GENERIC_REASON;
    const byCategory = sums.get(reason) ?? new Map<string, number>();
    sums.set(reason, byCategory.set(category, (byCategory.get(category) ?? 0) + quantity));
  }
}

function toRecord(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): TunnelStats['discarded'] {
  return Object.fromEntries(
    [...counts].map(([reason, byCategory]) => [reason, Object.fromEntries(byCategory)]),
  );
}
