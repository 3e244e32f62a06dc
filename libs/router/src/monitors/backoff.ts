import { callSafely } from '@adit/common';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';

/** The random part of each wait, so that the clients of one deployment do not ask together. */
const JITTER = 0.2;

const MAX_DOUBLINGS = 20;

/** Options of {@link backoffMs}. */
export interface Backoff {
  /** The wait without failures. */
  readonly baseMs: number;
  /** The longest wait, unless `baseMs` is longer. */
  readonly maxMs: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
}

/** The wait after a number of failures in a row, in milliseconds: doubled for each, plus or minus 20 %. */
export function backoffMs(failures: number, { baseMs, maxMs, random }: Backoff): number {
  const doubled = baseMs * 2 ** Math.min(failures, MAX_DOUBLINGS);
  const waitMs =
    Math.min(doubled, Math.max(baseMs, maxMs)) * (1 - JITTER + 2 * JITTER * (callSafely(random) ?? 0.5));
  return Math.min(Math.round(waitMs), MAX_TIMER_MS);
}
