/** Steps back of the clock up to this are ignored: the time stands still until it has caught up. In milliseconds. */
const MAX_STEP_BACK_MS = 60_000;

/**
 * Returns a clock that small corrections do not set back. A larger step back is followed, because the time before may have been wrong
 * for years. A time that is no number is ignored, and so is a clock that throws.
 */
export function createSteadyTime(now: () => number): () => number {
  let last = 0;
  return () => {
    const read = readClock(now);
    const isSmallStepBack = read < last && last - read <= MAX_STEP_BACK_MS;
    if (Number.isFinite(read) && !isSmallStepBack) last = read;
    return last;
  };
}

function readClock(now: () => number): number {
  try {
    return now();
  } catch {
    return NaN;
  }
}
