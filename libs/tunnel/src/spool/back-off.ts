/** The pause after a first failure, in milliseconds: Relay's `retry_delay`. */
export const FIRST_PAUSE_MS = 1_000;

/** The longest pause, in milliseconds: Relay's `max_retry_interval`. */
export const LONGEST_PAUSE_MS = 60_000;

const FACTOR = 1.5;

/**
 * How long to pause after so many failures in a row, in milliseconds: 1 s, 1.5 s, 2.25 s … 60 s. Relay's sequence
 * begins with 0, which stands for the attempt that failed first.
 */
export function backOffMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * FACTOR ** (failures - 1), LONGEST_PAUSE_MS);
}
