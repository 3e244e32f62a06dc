/** A worker that lived this long, in milliseconds, did not die of its start. */
const SETTLED_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/**
 * How long to wait before a dead worker is replaced, in milliseconds: not at all after a long life; after each life cut
 * short in a row, twice as long as before, up to half a minute.
 * @param shortLives how many in a row were cut short, this one included
 */
export function restartDelayMs(shortLives: number): number {
  if (shortLives === 0) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (shortLives - 1), MAX_DELAY_MS);
}

/** How many lives in a row were cut short, after one more of `livedMs`. */
export const countShortLives = (before: number, livedMs: number): number =>
  livedMs >= SETTLED_MS ? 0 : before + 1;
