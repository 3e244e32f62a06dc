export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A count in the current minute, hour or day, which all replicas add to. At most 2^53; at a million a second, this takes 285 years. */
export interface Counter {
  /** The key in the store, without the period. */
  readonly name: string;
  /** The length of a period, in milliseconds. */
  readonly periodMs: number;
  /** The number of the period since 1970, in UTC. */
  period: number;
  /** The total of all replicas, as the store told it last. */
  known: number;
  /** Own counts that are on their way to the store. */
  sent: number;
  /** Own counts that the store does not know. */
  unsent: number;
  /** Counts of other replicas in a millisecond, between the last two answers. */
  othersPerMs: number;
  /** When the store answered last. */
  answeredAtMs: number;
}

/** The longest time for which others are assumed to go on as before, in milliseconds. Without answers, each replica counts for itself. */
const MAX_GUESS_MS = 3_000;

/** Creates a counter at 0. */
export function createCounter(name: string, periodMs: number, nowMs: number): Counter {
  return {
    name,
    periodMs,
    period: Math.floor(nowMs / periodMs),
    known: 0,
    sent: 0,
    unsent: 0,
    othersPerMs: 0,
    answeredAtMs: nowMs,
  };
}

/** Begins again at 0 in a new period. If the clock was set back, the count stays: it counts for the period before too. */
export function roll(counter: Counter, nowMs: number): void {
  const period = Math.floor(nowMs / counter.periodMs);
  if (period === counter.period) return;
  if (period > counter.period) counter.known = counter.unsent = 0;
  else counter.known += counter.sent;
  counter.sent = 0;
  counter.othersPerMs = 0;
  counter.period = period;
}

/** Own counts since the store has last told the total. */
export function ownOf({ sent, unsent }: Counter): number {
  return sent + unsent;
}

/** The count of all replicas, as far as it is known. */
export function totalOf({ known, sent, unsent }: Counter): number {
  return known + sent + unsent;
}

/** Like {@link totalOf}, with a guess of what the others have added since the last answer. */
export function guessOf(counter: Counter, nowMs: number): number {
  const sinceMs = Math.min(Math.max(0, nowMs - counter.answeredAtMs), MAX_GUESS_MS);
  return totalOf(counter) + counter.othersPerMs * sinceMs;
}

/** Takes the counts that go to the store. */
export function takeUnsent(counter: Counter): number {
  const by = counter.unsent;
  counter.sent += by;
  counter.unsent = 0;
  return by;
}

/** Notes the store's answer to `by` own counts. */
export function noteTotal(counter: Counter, by: number, total: number, nowMs: number): void {
  const others = Math.max(0, total - by - counter.known);
  const sinceMs = nowMs - counter.answeredAtMs;
  counter.othersPerMs = sinceMs > 0 && counter.known > 0 ? others / sinceMs : 0;
  counter.answeredAtMs = nowMs;
  counter.known = total;
  counter.sent -= by;
}

/** Puts counts back that the store did not get. */
export function putBack(counter: Counter, by: number): void {
  counter.sent -= by;
  counter.unsent += by;
}
