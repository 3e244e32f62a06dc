import { callSafely } from '../call-safely.ts';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';

/** How far a wait strays to either side, so that the clients of one deployment do not ask together. */
const JITTER = 0.2;

const MAX_DOUBLINGS = 20;

/** What {@link backoffMs} starts from. */
export interface Backoff {
  /** The wait where nothing has failed. */
  readonly baseMs: number;
  /** No wait grows beyond it, except that `baseMs` itself always counts. */
  readonly maxMs: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
}

/** How long to wait after so many failures in a row: doubled for each, within 20 % of that to either side. */
export function backoffMs(failures: number, { baseMs, maxMs, random }: Backoff): number {
  const doubled = baseMs * 2 ** Math.min(failures, MAX_DOUBLINGS);
  const waitMs =
    Math.min(doubled, Math.max(baseMs, maxMs)) * (1 - JITTER + 2 * JITTER * (callSafely(random) ?? 0.5));
  return Math.min(Math.round(waitMs), MAX_TIMER_MS);
}
