/**
 * How fast a lane delivers. The window grows while ingest accepts, as in TCP's slow start; after a rate limit the rate
 * follows TCP's CUBIC. Times are in milliseconds of the monotonic clock. Each function returns the next state.
 */
export interface Pace {
  /** The number of deliveries that may be under way; from 1 to 32. */
  readonly window: number;
  /** When the next delivery may start. */
  readonly nextAt: number;
  readonly latency: Latency;
  readonly accepted: Seconds;
  /** The last rate limit; `undefined` before the first. */
  readonly limit: Limit | undefined;
}

interface Latency {
  readonly count: number;
  /** The moving average. */
  readonly meanMs: number;
  /** The lowest average. It rises slowly, so that a slower route becomes the new normal. */
  readonly baseMs: number;
}

/** Counts of the current second and the one before. */
interface Seconds {
  readonly second: number;
  readonly count: number;
  readonly before: number;
}

interface Limit {
  /** When ingest may be tried again. */
  readonly endsAt: number;
  /** A rate just below the one that was limited, in deliveries a second. */
  readonly perSecond: number;
  /** The time from `endsAt` until that rate is reached again. */
  readonly plateauMs: number;
}

/** The most deliveries of a lane under way. With answers after 20 ms they are 1,600 a second. */
export const MAX_WINDOW = 32;

/** Deliveries that are late because a timer was may start together, if they are late by no more than this. */
export const BURST_MS = 10;

/** The number of answers over which the latency is averaged: a round of the largest window. */
const AVERAGED = 32;

/** How fast the base follows a higher average: after 1,000 answers it is the base. */
const BASE_DRIFT = 0.001;

/** The share of the rate that ingest has accepted in the second before its limit. */
const BELOW_LIMIT = 0.97;

/** The share of that rate at which deliveries start again. */
const DIP = 0.05;

/** A second limit reduces the rate to this share at most, because a burst may have been the reason. */
const LEAST_SHARE = 0.7;

/** The lowest rate after a limit: one delivery at a time with answers after 20 ms. */
const MIN_PER_SECOND = 50;

/** A limit holds deliveries for a thirtieth of the time for which its rate is not exceeded. */
const PLATEAU_FACTOR = 30;

/** The longest such time, in milliseconds. A limit of many minutes is seldom one of the rate. */
const MAX_PLATEAU_MS = 1_200_000;

/** Creates a {@link Pace} of one delivery at a time. */
export function createPace(): Pace {
  return {
    window: 1,
    nextAt: -Infinity,
    latency: { count: 0, meanMs: 0, baseMs: Infinity },
    accepted: { second: -Infinity, count: 0, before: 0 },
    limit: undefined,
  };
}

/** Notes that a delivery starts. */
export function onStarted(pace: Pace, nowMs: number): Pace {
  const intervalMs = 1_000 / perSecondOf(pace, nowMs);
  return { ...pace, nextAt: Math.max(pace.nextAt, nowMs - BURST_MS) + intervalMs };
}

/** The highest rate, in deliveries a second. */
export function perSecondOf({ limit }: Pace, nowMs: number): number {
  if (limit === undefined) return Infinity;
  const { endsAt, perSecond, plateauMs } = limit;
  // CUBIC: quickly back to the rate, long near it, then faster and faster beyond it.
  return perSecond * (1 + DIP * (Math.max(0, nowMs - endsAt) / plateauMs - 1) ** 3);
}

/** Notes that ingest accepted or refused an envelope: it keeps up. */
export function onAccepted(pace: Pace, latencyMs: number, nowMs: number): Pace {
  const latency = addLatency(pace.latency, latencyMs);
  const { meanMs, baseMs } = latency;
  // A queue grows in front of ingest. The smallest differences are those of timers.
  const isSlower = meanMs > 2 * baseMs + 5;
  const isMuchSlower = meanMs > 3 * baseMs + 10;
  const window = isMuchSlower ? pace.window - 1 / pace.window : isSlower ? pace.window : pace.window + 1;
  return {
    ...pace,
    latency,
    accepted: addSecond(pace.accepted, nowMs),
    window: Math.min(Math.max(window, 1), MAX_WINDOW),
  };
}

/**
 * Notes that ingest limits the rate.
 * @param forMs the time for which nothing is delivered, more than 0
 */
export function onLimited(pace: Pace, forMs: number, nowMs: number): Pace {
  return { ...pace, window: 1, limit: limitAfter(pace, forMs, nowMs) };
}

function limitAfter({ limit, accepted }: Pace, forMs: number, nowMs: number): Limit | undefined {
  const endsAt = nowMs + forMs;
  const taken = acceptedPerSecond(accepted, nowMs);
  // Envelopes that were under way together meet one limit. An ingest that accepts nothing has no rate.
  const isKnown = taken === 0 || (limit !== undefined && nowMs < limit.endsAt);
  if (isKnown) return limit && { ...limit, endsAt: Math.max(limit.endsAt, endsAt) };
  const perSecond = Math.max(BELOW_LIMIT * taken, LEAST_SHARE * (limit?.perSecond ?? 0), MIN_PER_SECOND);
  return { endsAt, perSecond, plateauMs: Math.min(PLATEAU_FACTOR * forMs, MAX_PLATEAU_MS) };
}

/** Notes that a delivery failed for another reason, or that there was none for a while. */
export function onFailed(pace: Pace): Pace {
  return { ...pace, window: 1 };
}

function addLatency({ count, meanMs, baseMs }: Latency, latencyMs: number): Latency {
  const next = Math.min(count + 1, AVERAGED);
  const mean = meanMs + (latencyMs - meanMs) / next;
  const base = Math.min(mean, baseMs + (baseMs === Infinity ? 0 : (mean - baseMs) * BASE_DRIFT));
  return { count: next, meanMs: mean, baseMs: base };
}

function addSecond({ second, count, before }: Seconds, nowMs: number): Seconds {
  const current = Math.floor(nowMs / 1_000);
  if (current === second) return { second, count: count + 1, before };
  return { second: current, count: 1, before: current === second + 1 ? count : 0 };
}

/** The number accepted in the last second, if those of the second before were spread evenly. */
function acceptedPerSecond({ second, count, before }: Seconds, nowMs: number): number {
  const passed = nowMs / 1_000 - second;
  if (passed >= 2) return 0;
  return passed >= 1 ? count * (2 - passed) : count + before * (1 - passed);
}
