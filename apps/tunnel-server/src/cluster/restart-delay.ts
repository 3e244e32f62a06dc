/** A worker that ran for this long, in milliseconds, did not die early. */
const SETTLED_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/**
 * The delay before a dead worker is replaced, in milliseconds: 0 after a normal lifetime, otherwise 500 ms, doubled
 * with each early death in a row, at most 30 s.
 * @param shortLives how many workers in a row died early, including this one
 */
export function restartDelayMs(shortLives: number): number {
  if (shortLives === 0) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (shortLives - 1), MAX_DELAY_MS);
}

/** The number of consecutive workers that died early, after one that ran for `livedMs`. */
export const countShortLives = (before: number, livedMs: number): number =>
  livedMs >= SETTLED_MS ? 0 : before + 1;
