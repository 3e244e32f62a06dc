import type { SecretMarker } from './secret-marker.ts';

/** The most texts of a memory, and the longest, in characters: together at most 0.4 MiB. Beyond it, the memory is cleared. */
const MAX_TEXTS = 1_000;
const MAX_LENGTH = 200;

/**
 * Returns a scrubber of texts that remembers those without a secret, and does not read them again. Events repeat most of their texts:
 * addresses, user agents, elements of the page.
 */
export function rememberClean(
  scrub: (text: string) => string,
  { found }: Pick<SecretMarker, 'found'>,
): (text: string) => string {
  const clean = new Set<string>();
  return (text) => {
    if (text.length > MAX_LENGTH) return scrub(text);
    if (clean.has(text)) return text;
    const before = found();
    const scrubbed = scrub(text);
    // In a text that is the same, a secret may have been found that was replaced before. It is counted each time.
    if (scrubbed === text && found() === before) {
      if (clean.size >= MAX_TEXTS) clean.clear();
      clean.add(text);
    }
    return scrubbed;
  };
}
