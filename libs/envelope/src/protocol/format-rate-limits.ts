import { DATA_CATEGORIES } from './data-category.ts';
import type { RateLimit, RateLimits } from './rate-limits.ts';

/** The longest header value written with reasons. Proxies refuse a header of twice this length. */
const MAX_FORMATTED_CHARS = 4_096;

/** Whole seconds until the longest limit ends, for `Retry-After`; 0 if none is in force. */
export function retryAfterSeconds(limits: RateLimits | undefined, nowMs: number): number {
  const untilMs = (limits ?? []).reduce((latest, limit) => Math.max(latest, limit.untilMs), nowMs);
  return remainingSeconds(untilMs, nowMs);
}

function remainingSeconds(untilMs: number, nowMs: number): number {
  return Math.ceil((untilMs - nowMs) / 1_000);
}

/**
 * Formats the limits in force as the value of `X-Sentry-Rate-Limits`, as Relay does: categories that share all other
 * parts in one limit, remaining time in whole seconds. Empty if none is in force.
 *
 * The JavaScript SDKs keep the last limit they read for a category. A limit on a category hides one on all categories,
 * even after it has ended. Therefore the longest limit stands last, and a category is left out if the limit on all
 * categories ends later.
 */
export function formatRateLimits(limits: RateLimits | undefined, nowMs: number): string {
  if (limits === undefined || limits.length === 0) return '';
  const shown = withoutHidden(limits, nowMs);
  const withReasons = formatLimits(shown, nowMs);
  if (withReasons.length <= MAX_FORMATTED_CHARS) return withReasons;
  return formatLimits(
    shown.map((limit) => ({ ...limit, reasonCode: '' })),
    nowMs,
  );
}

function withoutHidden(limits: RateLimits, nowMs: number): RateLimit[] {
  const allUntilMs = limits.reduce(
    (latest, { category, untilMs }) => (category === 'all' ? Math.max(latest, untilMs) : latest),
    nowMs,
  );
  return limits
    .filter(({ category, untilMs }) => untilMs > nowMs && (category === 'all' || untilMs >= allUntilMs))
    .sort((a, b) => a.untilMs - b.untilMs || categoryOrder(a) - categoryOrder(b));
}

function categoryOrder({ category }: RateLimit): number {
  return category === 'all' ? -1 : DATA_CATEGORIES.indexOf(category);
}

function formatLimits(limits: RateLimits, nowMs: number): string {
  const groups = new Map<string, { seconds: number; rest: string; names: string[] }>();
  for (const { category, scope, namespaces, reasonCode, untilMs } of limits) {
    const seconds = remainingSeconds(untilMs, nowMs);
    const rest = [scope, reasonCode, namespaces].join(':').replace(/:+$/, '');
    // A limit on all categories is written without names.
    const key = `${untilMs}:${category === 'all' ? 'all' : ''}:${rest}`;
    const group = groups.get(key);
    if (group !== undefined) group.names.push(category);
    else groups.set(key, { seconds, rest, names: category === 'all' ? [] : [category] });
  }
  return [...groups.values()]
    .map(({ seconds, rest, names }) => `${seconds}:${names.join(';')}:${rest}`)
    .join(', ');
}
