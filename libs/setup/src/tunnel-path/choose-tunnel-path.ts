import { FIRST_WORDS, SECOND_WORDS } from './words.ts';

/**
 * A tunnel path for an application: two plain words, the same for the same name. Block lists have rules for common
 * paths, such as `/api/v1/metrics`; no rule included here matches two such words.
 */
export function chooseTunnelPath(name: string): string {
  const hash = hashOf(name);
  const first = String(FIRST_WORDS[hash % FIRST_WORDS.length]);
  const second = String(SECOND_WORDS[Math.floor(hash / FIRST_WORDS.length) % SECOND_WORDS.length]);
  return `/${first}-${second}`;
}

/** FNV-1a, 32 bits: it only distributes the names. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
