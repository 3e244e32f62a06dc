import { updateRateLimits } from '../protocol/read-rate-limits.ts';
import { formatRateLimits, retryAfterSeconds } from '../protocol/format-rate-limits.ts';
import { pruneRateLimits, type RateLimits } from '../protocol/rate-limits.ts';
import type { LimitStore } from '../stores/stores.ts';
import { WALL_TOLERANCE_MS } from '../clock/wall-history.ts';
import type { Clock } from '../clock/clock.ts';

/** The parts of an ingest answer that carry rate limits. */
export interface LimitingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The rate limits that ingest has announced. */
export interface KnownLimits {
  /** The limits in force for a DSN; `undefined` for none. */
  readonly inForce: (dsn: string) => RateLimits | undefined;
  /** Adds the limits that an answer names. */
  readonly learn: (dsn: string, answer: LimitingAnswer) => void;
  /** The time until the last limit ends, in milliseconds; 0 if none is in force. */
  readonly remainingMs: (dsn: string) => number;
  /** The headers that name all limits in force, whatever the envelope held. Empty for none. */
  readonly headers: (dsn: string) => Readonly<Record<string, string>>;
}

const NO_HEADERS = Object.freeze({});

interface WrittenLimits {
  readonly limits: RateLimits;
  readonly headers: Readonly<Record<string, string>>;
  /** While they say the right number of seconds, in milliseconds since the epoch. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** When one of the limits has a second less to go. */
function nextSecond(limits: RateLimits, nowMs: number): number {
  return limits.reduce(
    (soonest, { untilMs }) => Math.min(soonest, nowMs + ((untilMs - nowMs) % 1_000 || 1_000)),
    Infinity,
  );
}

/** What the store holds for a DSN, its dates moved along with a wall clock that was set. */
interface DatedLimits {
  readonly stored: RateLimits;
  readonly limits: RateLimits;
  /** How far the wall clock was ahead of the monotonic one, in milliseconds. */
  readonly aheadMs: number;
}

/**
 * Creates {@link KnownLimits} over a store. The store holds dates, for other processes to read; setting the wall clock
 * neither ends a limit nor prolongs it.
 */
export function createKnownLimits(store: LimitStore, clock: Clock, defaultBackOffMs: number): KnownLimits {
  const { now } = clock;
  const dated = new Map<string, DatedLimits>();

  const known = (dsn: string): RateLimits | undefined => {
    const stored = store.get(dsn);
    if (stored === undefined) return undefined;
    const aheadMs = now() - clock.monotonicNow();
    const before = dated.get(dsn);
    if (before?.stored !== stored) {
      dated.set(dsn, { stored, limits: stored, aheadMs });
      return stored;
    }
    const movedMs = aheadMs - before.aheadMs;
    if (Math.abs(movedMs) <= WALL_TOLERANCE_MS) return before.limits;
    const limits = before.limits.map((limit) => ({ ...limit, untilMs: limit.untilMs + movedMs }));
    dated.set(dsn, { stored, limits, aheadMs });
    return limits;
  };
  const inForce = (dsn: string): RateLimits | undefined => {
    const limits = known(dsn);
    if (limits === undefined) return undefined;
    const pruned = pruneRateLimits(limits, now());
    return pruned?.length === 0 ? undefined : pruned;
  };
  /** The headers written last, by DSN: under a limit many answers within a second are equal. */
  const written = new Map<string, WrittenLimits>();
  return {
    inForce,
    learn: (dsn, { status, headers }) => {
      const before = known(dsn);
      const limits = updateRateLimits(before, { status, header: (name) => headers[name] }, now(), {
        defaultBackOffMs,
      });
      if (limits === undefined || limits === before) return;
      dated.set(dsn, { stored: limits, limits, aheadMs: now() - clock.monotonicNow() });
      store.set(dsn, limits);
    },
    remainingMs: (dsn) => 1_000 * retryAfterSeconds(inForce(dsn), now()),
    headers: (dsn) => {
      const limits = inForce(dsn);
      if (limits === undefined) return NO_HEADERS;
      const nowMs = now();
      const latest = written.get(dsn);
      if (latest?.limits === limits && nowMs >= latest.fromMs && nowMs < latest.untilMs)
        return latest.headers;
      const headers = {
        'x-sentry-rate-limits': formatRateLimits(limits, nowMs),
        'retry-after': String(retryAfterSeconds(limits, nowMs)),
      };
      written.set(dsn, { limits, headers, fromMs: nowMs, untilMs: nextSecond(limits, nowMs) });
      return headers;
    },
  };
}
