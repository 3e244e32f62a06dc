import {
  formatRateLimits,
  namedLimits,
  pruneRateLimits,
  retryAfterSeconds,
  updateRateLimits,
  WALL_TOLERANCE_MS,
  type Clock,
  type RateLimits,
} from '@adit/envelope';
import type { LimitStore } from '@adit/spool';

/** The parts of an ingest answer that carry rate limits. */
export interface LimitingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The rate limits that ingest has announced, in a store. Each question and change is a function over it. */
export interface KnownLimits {
  /** Holds dates, because other processes read it too. */
  readonly store: LimitStore;
  readonly clock: Clock;
  /** How long a 429 without limits applies, in milliseconds. */
  readonly defaultBackOffMs: number;
  /** The limits read last, by DSN. */
  readonly dated: Map<string, DatedLimits>;
  /** The headers written last, by DSN: under a limit, many answers within a second are equal. */
  readonly written: Map<string, WrittenLimits>;
}

/** The limits in the store for a DSN. If the wall clock is set, their dates are adjusted. */
interface DatedLimits {
  readonly stored: RateLimits;
  readonly limits: RateLimits;
  /** The offset of the wall clock to the monotonic clock, in milliseconds. */
  readonly aheadMs: number;
}

interface WrittenLimits {
  readonly limits: RateLimits;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers are correct from this time to the next, in milliseconds since the epoch. */
  readonly fromMs: number;
  readonly untilMs: number;
}

const NO_HEADERS = Object.freeze({});

/** Creates {@link KnownLimits} over a store. Setting the wall clock neither ends a limit nor extends it. */
export function createKnownLimits(store: LimitStore, clock: Clock, defaultBackOffMs: number): KnownLimits {
  return { store, clock, defaultBackOffMs, dated: new Map(), written: new Map() };
}

/** The limits in force for a DSN; `undefined` for none. */
export function limitsInForce(known: KnownLimits, dsn: string): RateLimits | undefined {
  const limits = readLimits(known, dsn);
  if (limits === undefined) return undefined;
  const pruned = pruneRateLimits(limits, known.clock.now());
  return pruned?.length === 0 ? undefined : pruned;
}

/** Adds the limits of an answer of ingest. */
export function learnLimits(known: KnownLimits, dsn: string, { status, headers }: LimitingAnswer): void {
  const { store, clock, defaultBackOffMs, dated } = known;
  const before = readLimits(known, dsn);
  const answer = { status, header: (name: string) => headers[name] };
  const limits = updateRateLimits(before, answer, clock.now(), { defaultBackOffMs });
  if (limits === undefined || limits === before) return;
  dated.set(dsn, { stored: limits, limits, aheadMs: wallAheadMs(clock) });
  store.set(dsn, limits);
}

/** The limits of an answer of ingest, including those that end at once. */
export function limitsOf(
  { clock, defaultBackOffMs }: KnownLimits,
  { status, headers }: LimitingAnswer,
): RateLimits {
  return namedLimits({ status, header: (name) => headers[name] }, clock.now(), { defaultBackOffMs });
}

/**
 * The headers that name all limits in force, including those that do not concern the envelope. Empty if there are none.
 */
export function limitHeaders(known: KnownLimits, dsn: string): Readonly<Record<string, string>> {
  const limits = limitsInForce(known, dsn);
  if (limits === undefined) return NO_HEADERS;
  const nowMs = known.clock.now();
  const latest = known.written.get(dsn);
  if (latest?.limits === limits && nowMs >= latest.fromMs && nowMs < latest.untilMs) return latest.headers;
  const headers = {
    'x-sentry-rate-limits': formatRateLimits(limits, nowMs),
    'retry-after': String(retryAfterSeconds(limits, nowMs)),
  };
  known.written.set(dsn, { limits, headers, fromMs: nowMs, untilMs: nextSecond(limits, nowMs) });
  return headers;
}

function readLimits({ store, clock, dated }: KnownLimits, dsn: string): RateLimits | undefined {
  const stored = store.get(dsn);
  if (stored === undefined) return undefined;
  const aheadMs = wallAheadMs(clock);
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
}

function wallAheadMs(clock: Clock): number {
  return clock.now() - clock.monotonicNow();
}

/** The next time at which one of the limits has a second less left. */
function nextSecond(limits: RateLimits, nowMs: number): number {
  return limits.reduce(
    (soonest, { untilMs }) => Math.min(soonest, nowMs + ((untilMs - nowMs) % 1_000 || 1_000)),
    Infinity,
  );
}
