import type { RateLimits } from '@adit/tunnel';

/**
 * What two workers have learned of one DSN, together; of two limits on the same, the longer. Each tells all it knows, so
 * two that learn at the same time would otherwise overwrite each other.
 */
export function mergeLimits(own: RateLimits = [], others: RateLimits): RateLimits {
  const merged = new Map<string, RateLimits[number]>();
  for (const limit of [...own, ...others]) {
    const key = `${limit.category}:${limit.scope}:${limit.namespaces}`;
    const known = merged.get(key);
    if (known === undefined || known.untilMs < limit.untilMs) merged.set(key, limit);
  }
  return [...merged.values()];
}
