import { REFUSAL_REASONS, type Outcome, type RefusalReason } from './steps/outcomes.ts';

/** What a tunnel has done since it was created. */
export interface TunnelStats {
  /** Requests ingest answered, whatever its status. */
  readonly forwarded: number;
  /** Requests the tunnel answered itself, by reason; every reason is there. */
  readonly refused: Readonly<Record<RefusalReason, number>>;
  /** Requests whose client went away before the envelope was complete. */
  readonly aborted: number;
  readonly unreachable: number;
  readonly timedOut: number;
  /** Answers of ingest that could not be passed on: redirects, invalid statuses, oversized bodies. */
  readonly invalidAnswers: number;
  /** Bytes of bodies read from clients. */
  readonly receivedBytes: number;
  /** Bytes of envelopes ingest answered. */
  readonly forwardedBytes: number;
  /** Requests being worked on now. */
  readonly inFlight: number;
}

/** Keeps the {@link TunnelStats} of one tunnel. */
export interface StatsKeeper {
  readonly record: (outcome: Outcome) => void;
  readonly addReceivedBytes: (bytes: number) => void;
  readonly snapshot: () => Omit<TunnelStats, 'inFlight'>;
}

const COUNTERS = {
  unreachable: 'unreachable',
  'timed-out': 'timedOut',
  'invalid-answer': 'invalidAnswers',
  aborted: 'aborted',
} as const;

/** Creates a {@link StatsKeeper} that starts from zero. */
export function createStatsKeeper(): StatsKeeper {
  const refused = Object.fromEntries(REFUSAL_REASONS.map((reason) => [reason, 0])) as Record<
    RefusalReason,
    number
  >;
  const counts = {
    forwarded: 0,
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
    snapshot: () => ({ ...counts, refused: { ...refused } }),
  };
}
