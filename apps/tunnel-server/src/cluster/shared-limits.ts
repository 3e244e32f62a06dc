import { mergeRateLimits, type RateLimits, type Clock } from '@adit/envelope';

/** The rate limits that all workers have learned. Setting the wall clock neither ends nor prolongs them. */
interface SharedLimits {
  /** Adds the limits of one DSN. Returns all limits of the DSN. */
  readonly add: (dsn: string, learned: RateLimits) => RateLimits;
  /** The limits of every DSN, dated by the current wall clock. */
  readonly all: () => (readonly [dsn: string, limits: RateLimits])[];
}

/** Creates {@link SharedLimits} from those that were saved. */
export function createSharedLimits(
  saved: Iterable<readonly [string, RateLimits]>,
  clock: Clock,
): SharedLimits {
  /** Dated by the monotonic clock. */
  const limits = new Map<string, RateLimits>();

  const moved = (from: RateLimits, byMs: number): RateLimits =>
    from.map((limit) => ({ ...limit, untilMs: Math.round(limit.untilMs + byMs) }));
  const aheadMs = (): number => clock.now() - clock.monotonicNow();
  const add: SharedLimits['add'] = (dsn, learned) => {
    const known = limits.get(dsn);
    const merged = mergeRateLimits(known && moved(known, aheadMs()), learned, clock.now()) ?? [];
    limits.set(dsn, moved(merged, -aheadMs()));
    return merged;
  };
  for (const [dsn, learned] of saved) limits.set(dsn, moved(learned, -aheadMs()));

  return {
    add,
    all: () => [...limits].map(([dsn, known]) => [dsn, moved(known, aheadMs())] as const),
  };
}
