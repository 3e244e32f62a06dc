/**
 * Returns a short hash of a text, in letters and digits, at most 14 characters. Two hashes of 32 bits each, read in one pass. Not for
 * secrets: texts with the same hash are easy to make.
 */
export function hashOf(text: string): string {
  let one = 0x2f0b4a2f;
  let two = 0x51ed270b;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    two = Math.imul(two ^ code, 0x5f356495);
  }
  const first = mixed(one) ^ mixed(two ^ 0x27d4eb2f);
  const second = mixed(two) ^ mixed(one ^ 0x165667b1);
  return (first >>> 0).toString(36) + (second >>> 0).toString(36).padStart(7, '0');
}

/** The last step of MurmurHash 3: each bit of the input changes each bit of the result. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
