/** The pause after a first failure, in milliseconds: Relay's `retry_delay`. */
export const FIRST_PAUSE_MS = 1_000;

/** The longest pause, in milliseconds: Relay's `max_retry_interval`. */
export const LONGEST_PAUSE_MS = 60_000;

const FACTOR = 1.5;

/**
 * The pause after a number of failures in a row, in milliseconds: 1 s, 1.5 s, 2.25 s … 60 s. Relay's sequence starts
 * with 0, for the first attempt.
 */
export function backOffMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * FACTOR ** (failures - 1), LONGEST_PAUSE_MS);
}
