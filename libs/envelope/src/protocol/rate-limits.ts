import { itemRule, type ItemKind } from './item-rules.ts';
import type { DataCategory } from './data-category.ts';

/**
 * The owner of a limit. Limits are kept for each DSN, so limits of all three scopes apply to everything that the DSN
 * sends.
 */
export type LimitScope = 'organization' | 'project' | 'key';

/** One limit in force: on one category, or on all. Plain data, to be stored as it is. */
export interface RateLimit {
  readonly category: DataCategory | 'all';
  readonly scope: LimitScope;
  /** Metric namespaces as the header writes them, sorted; empty for every namespace, and for all other categories. */
  readonly namespaces: string;
  /** The reason ingest gave; empty for none. */
  readonly reasonCode: string;
  /** When it ends, in milliseconds since the epoch. */
  readonly untilMs: number;
}

/** The limits in force for one DSN, at most one for each category, scope and set of namespaces. Never changed. */
export type RateLimits = readonly RateLimit[];

/** The longest reason Relay accepts in a client report, in bytes. */
export const MAX_REASON_LENGTH = 200;

/** The reason Relay gives a limit it read from `Retry-After`, which has none. */
export const GENERIC_REASON = 'generic';

/** Returns the limits without those that have ended; the same object if none has. */
export function pruneRateLimits(limits: RateLimits | undefined, nowMs: number): RateLimits | undefined {
  if (limits === undefined || limits.every(({ untilMs }) => untilMs > nowMs)) return limits;
  return limits.filter(({ untilMs }) => untilMs > nowMs);
}

/**
 * Merges two sets of limits. Limits that have ended are dropped; of two on the same category the longer stays. Processes
 * that share limits need it: a plain overwrite would lose limits that two of them read at once.
 * @param nowMs in milliseconds since the epoch
 * @returns the same object as `limits` if nothing changes
 */
export function mergeRateLimits(
  limits: RateLimits | undefined,
  added: RateLimits,
  nowMs: number,
): RateLimits | undefined {
  const inForce = pruneRateLimits(limits, nowMs);
  const merged = new Map((inForce ?? []).map((limit) => [limitKey(limit), limit]));
  let isChanged = false;
  for (const limit of added) {
    const key = limitKey(limit);
    if (limit.untilMs <= (merged.get(key)?.untilMs ?? nowMs)) continue;
    merged.set(key, limit);
    isChanged = true;
  }
  return isChanged ? [...merged.values()] : inForce;
}

function limitKey({ category, scope, namespaces }: RateLimit): string {
  return `${category}:${scope}:${namespaces}`;
}

/**
 * Returns the reason for a client report: the reason of the longest limit that applies, as Relay does. Empty if it has
 * none; `undefined` if no limit applies. Nothing applies to an empty list of categories.
 */
export function limitingReason(
  limits: RateLimits | undefined,
  categories: readonly DataCategory[],
  nowMs: number,
): string | undefined {
  return limits && longestLimit(limits, categories, nowMs)?.reasonCode;
}

/** The limit that ends last among those that apply to one of the categories; `undefined` for none. */
export function longestLimit(
  limits: RateLimits,
  categories: readonly DataCategory[],
  nowMs: number,
): RateLimit | undefined {
  let longest: RateLimit | undefined;
  if (categories.length === 0) return longest;
  for (const limit of limits) {
    if (limit.untilMs <= (longest?.untilMs ?? nowMs)) continue;
    // A limit on some namespaces does not apply to an item that may hold others.
    if (limit.category === 'all' || (limit.namespaces === '' && categories.includes(limit.category))) {
      longest = limit;
    }
  }
  return longest;
}

/** The limit of each category that ends last. */
export function longestByCategory(limits: RateLimits): RateLimits {
  const longest = new Map<RateLimit['category'], RateLimit>();
  for (const limit of limits) {
    if (limit.untilMs > (longest.get(limit.category)?.untilMs ?? -Infinity))
      longest.set(limit.category, limit);
  }
  return [...longest.values()];
}

/** Returns the reason why the limits drop an item, which may be empty; `undefined` if it stays. */
export function reasonToDrop(limits: RateLimits, item: ItemKind, nowMs: number): string | undefined {
  const { categories, isDropped } = itemRule(item);
  return isDropped ? limitingReason(limits, categories, nowMs) : undefined;
}
