const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a with 32 bits. A DSN is ASCII, so each character is a byte. */
export function hash(text: string): number {
  let value = OFFSET;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), PRIME);
  return value >>> 0;
}

/** A DSN as the SDK writes it: without a secret. */
const written = (dsn: string): string => dsn.replace(/:\w*@/, '@').replace(/\/$/, '');

/**
 * The paths to which browsers with `tunnel: true` send envelopes for these DSNs. The SDK derives them, since version
 * 11.10, with `getTunnelPath` of `@sentry/core`.
 */
export const derivedPaths = (dsns: readonly string[]): string[] =>
  dsns.map((dsn) => `/${hash(written(dsn)).toString(36)}`);
