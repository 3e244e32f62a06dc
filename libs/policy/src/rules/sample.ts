/**
 * Returns whether a sample keeps a subject. The same id always has the same answer, on each replica and in a retry; and what a
 * smaller rate keeps, a larger one keeps too. Without an id, chance decides.
 */
export function isSampledIn(rate: number, id: string | undefined, random: () => number): boolean {
  return (id === undefined || id === '' ? drawSafely(random) : shareOf(id)) < rate;
}

/** A number from 0 to just below 1 for an id: FNV-1a, then the last steps of MurmurHash3, which spread similar ids. */
function shareOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** If the source of chance fails, the subject is kept unless the rate is 0. */
function drawSafely(random: () => number): number {
  try {
    const drawn = random();
    return Number.isFinite(drawn) ? drawn : 0;
  } catch {
    return 0;
  }
}
