/**
 * How fast a lane delivers. The window grows while ingest accepts, as in TCP's slow start; after a rate limit the rate
 * follows TCP's CUBIC. Times are in milliseconds of the monotonic clock. Each function returns the next state.
 */
export interface Pace {
  /** The number of deliveries that may be under way; from 1 to 32. */
  readonly window: number;
  /** When the next delivery may start. */
  readonly nextAt: number;
  /** When the first delivery since the last rate limit has started; before the first limit, the first of all. */
  readonly since: number;
  readonly latency: Latency;
  readonly accepted: Tenths;
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

/** Counts of tenths of a second. */
interface Tenths {
  /** The number of the newest. */
  readonly newest: number;
  /** Eleven of them, the newest first. */
  readonly counts: readonly number[];
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

/** New envelopes hold up a delivery for no longer than this, so that stored ones are delivered beside any number of them. */
const MAX_YIELD_MS = 100;

/** The number of answers over which the latency is averaged: a round of the largest window. */
const AVERAGED = 32;

/** How fast the base follows a higher average: after 1,000 answers it is the base. */
const BASE_DRIFT = 0.001;

/** The share of the rate that ingest has accepted in the second before its limit. */
const BELOW_LIMIT = 0.98;

/** The share of that rate at which deliveries start again. */
const DIP = 0.03;

/** A second limit reduces the rate to this share at most, because a burst may have been the reason. */
const LEAST_SHARE = 0.85;

/** The lowest rate after a limit: one delivery at a time with answers after 20 ms. */
const MIN_PER_SECOND = 50;

/** A limit holds deliveries for a thirtieth of the time for which its rate is not exceeded. */
const PLATEAU_FACTOR = 30;

/**
 * A limit that comes sooner after the last one, in milliseconds, says less: ingest counts by seconds of its own, so what it has
 * accepted in the last second may belong to two of them.
 */
const EARLY_MS = 2_000;

/** The share of the rate that is believed then; at the very first limit, all of it. */
const EARLY_SHARE = 0.9;

/** As {@link PLATEAU_FACTOR}, after such a limit: another rate is tried sooner. */
const EARLY_PLATEAU_FACTOR = 10;

/** The longest such time, in milliseconds. A limit of many minutes is seldom one of the rate. */
const MAX_PLATEAU_MS = 1_200_000;

const NO_TENTHS: readonly number[] = Array.from({ length: 11 }, () => 0);

/** Creates a {@link Pace} of one delivery at a time. */
export function createPace(): Pace {
  return {
    window: 1,
    nextAt: -Infinity,
    since: -Infinity,
    latency: { count: 0, meanMs: 0, baseMs: Infinity },
    accepted: { newest: 0, counts: NO_TENTHS },
    limit: undefined,
  };
}

/** Notes that a delivery starts. */
export function onStarted(pace: Pace, nowMs: number): Pace {
  const { since, limit } = pace;
  const isFirst =
    since === -Infinity || (limit !== undefined && since < limit.endsAt && limit.endsAt <= nowMs);
  return { ...pace, nextAt: nextAfter(pace, nowMs), since: isFirst ? nowMs : since };
}

/**
 * Notes that ingest accepted a new envelope. It counts against the same limit, so the next delivery waits for its share of the
 * rate.
 */
export function onNewAccepted(pace: Pace, nowMs: number): Pace {
  const latest = Math.max(pace.nextAt, nowMs + MAX_YIELD_MS);
  const nextAt = Math.min(nextAfter(pace, nowMs), latest);
  return { ...pace, nextAt, accepted: addAccepted(pace.accepted, nowMs) };
}

function nextAfter(pace: Pace, nowMs: number): number {
  return Math.max(pace.nextAt, nowMs - BURST_MS) + 1_000 / perSecondOf(pace, nowMs);
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
    accepted: addAccepted(pace.accepted, nowMs),
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

function limitAfter({ limit, accepted, since }: Pace, forMs: number, nowMs: number): Limit | undefined {
  const endsAt = nowMs + forMs;
  const taken = acceptedPerSecond(accepted, nowMs);
  // Envelopes that were under way together meet one limit. An ingest that accepts nothing has no rate.
  const isKnown = taken === 0 || (limit !== undefined && since < limit.endsAt);
  if (isKnown) return limit && { ...limit, endsAt: Math.max(limit.endsAt, endsAt) };
  const isEarly = nowMs - since < EARLY_MS;
  const share = isEarly && limit !== undefined ? EARLY_SHARE : 1;
  const least = LEAST_SHARE * (limit?.perSecond ?? 0);
  const perSecond = Math.max(BELOW_LIMIT * share * taken, least, MIN_PER_SECOND);
  const plateauMs = (isEarly ? EARLY_PLATEAU_FACTOR : PLATEAU_FACTOR) * forMs;
  return { endsAt, perSecond, plateauMs: Math.min(plateauMs, MAX_PLATEAU_MS) };
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

function addAccepted(accepted: Tenths, nowMs: number): Tenths {
  const { newest, counts } = advance(accepted, nowMs);
  return { newest, counts: [(counts[0] ?? 0) + 1, ...counts.slice(1)] };
}

/** The number accepted in the last second, if those of a tenth were spread evenly. */
function acceptedPerSecond(accepted: Tenths, nowMs: number): number {
  const { newest, counts } = advance(accepted, nowMs);
  const oldest = counts[NO_TENTHS.length - 1] ?? 0;
  const passed = nowMs / 100 - newest;
  return counts.reduce((sum, count) => sum + count, 0) - oldest * passed;
}

function advance({ newest, counts }: Tenths, nowMs: number): Tenths {
  const current = Math.floor(nowMs / 100);
  const passed = Math.min(current - newest, NO_TENTHS.length);
  if (passed <= 0) return { newest, counts };
  return { newest: current, counts: [...NO_TENTHS.slice(0, passed), ...counts].slice(0, NO_TENTHS.length) };
}
