import {
  DATA_CATEGORIES,
  itemRule,
  parseLimitedCategory,
  type DataCategory,
  type ItemFacts,
} from './data-category.ts';
import { parseHttpDate } from './http-date.ts';

/** Whom ingest limits. Limits are kept for each DSN, so all three hold for whatever a DSN sends. */
export type LimitScope = 'organization' | 'project' | 'key';

/** One limit in force: on one category, or on all. Plain data, to be stored as it is. */
export interface RateLimit {
  readonly category: DataCategory | 'all';
  readonly scope: LimitScope;
  /** Metric namespaces as the header writes them, sorted; empty for every namespace, and for all other categories. */
  readonly namespaces: string;
  /** Why, in ingest's words; empty where it gave none. */
  readonly reasonCode: string;
  /** When it ends, in milliseconds since the epoch. */
  readonly untilMs: number;
}

/** The limits in force for one DSN, at most one for each category, scope and set of namespaces. Never changed. */
export type RateLimits = readonly RateLimit[];

/** What limits are read from: any answer of ingest. */
export interface LimitingResponse {
  readonly status: number;
  /** Reads a response header by its lower-case name; lines of one name are joined with `, `. */
  readonly header: (name: string) => string | null | undefined;
}

/** How answers are read. */
export interface BackOffOptions {
  /** How long to hold back when ingest says so without a time that can be read, in milliseconds. Default 60 000. */
  defaultBackOffMs?: number | undefined;
}

/** What ingest is held back by when it names no time (PROTOCOL §4.1: specification and SDKs). */
export const DEFAULT_BACK_OFF_MS = 60_000;

/** The longest limit that is believed (PROTOCOL §4.2). */
export const MAX_LIMIT_MS = 24 * 3_600_000;

/** The longest reason Relay takes in a client report, in bytes. */
export const MAX_REASON_LENGTH = 200;

/** The reason Relay gives a limit it read from `Retry-After`, which has none. */
export const GENERIC_REASON = 'generic';

const RATE_LIMITS_HEADER = 'x-sentry-rate-limits';
const RETRY_AFTER_HEADER = 'retry-after';

const TOO_MANY_REQUESTS = 429;

/** What is read of a header; Node takes no more for a whole header section. */
const MAX_HEADER_CHARS = 16_384;
const MAX_LIMITS_READ = 256;

/** What is written at most with reasons; proxies refuse a header of twice this. */
const MAX_FORMATTED_CHARS = 4_096;

// What Rust reads as a number, but for `inf` and `nan`, and what the specification calls one.
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const MAX_NUMBER_LENGTH = 64;

const WHITESPACE = /[ \t]+/g;

/** `MetricNamespace` of Relay; the name it gives to all others, `unsupported`, limits nothing. */
const NAMESPACES: ReadonlySet<string> = new Set(['custom', 'sessions', 'spans', 'transactions']);

const NO_LIMITS: RateLimits = Object.freeze([]);

/**
 * Takes in what an answer of ingest says about limits, whatever its status (PROTOCOL §4):
 *
 * - `X-Sentry-Rate-Limits` is read on every answer; with it, `Retry-After` has nothing to add.
 * - `Retry-After`, seconds or date, limits everything, but on 429 only: on 503 it says when to deliver, not what to drop.
 * - 429 with neither limits everything for the default back-off.
 * - Of two limits on the same the longer stays. What has expired goes.
 *
 * @returns the same object where nothing changed; `undefined` only for `undefined`
 */
export function updateRateLimits(
  limits: RateLimits | undefined,
  response: LimitingResponse,
  nowMs: number,
  options?: BackOffOptions,
): RateLimits | undefined {
  const field = response.header(RATE_LIMITS_HEADER);
  if (field == null && response.status !== TOO_MANY_REQUESTS) return pruneRateLimits(limits, nowMs);
  return mergeRateLimits(limits, readLimits(field ?? '', response, nowMs, options), nowMs);
}

/** The limits without those that have ended; the same object where none has. */
export function pruneRateLimits(limits: RateLimits | undefined, nowMs: number): RateLimits | undefined {
  if (limits === undefined || limits.every(({ untilMs }) => untilMs > nowMs)) return limits;
  return limits.filter(({ untilMs }) => untilMs > nowMs);
}

/**
 * The union of two sets of limits, without what has ended; of two on the same the longer. Processes that share what
 * they learn need it: each tells all it knows, and two that learn at once would overwrite each other.
 * @param nowMs in milliseconds since the epoch
 * @returns the first, as the same object, where the second adds nothing to it and nothing has ended
 */
export function mergeRateLimits(
  limits: RateLimits | undefined,
  added: RateLimits,
  nowMs: number,
): RateLimits | undefined {
  const inForce = pruneRateLimits(limits, nowMs);
  const merged = new Map((inForce ?? NO_LIMITS).map((limit) => [limitKey(limit), limit]));
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

function readLimits(
  field: string,
  { status, header }: LimitingResponse,
  nowMs: number,
  { defaultBackOffMs = DEFAULT_BACK_OFF_MS }: BackOffOptions = {},
): RateLimits {
  // "The header may contain spaces which must be ignored" (specification).
  const text = withinBounds(field).replace(WHITESPACE, '');
  if (text !== '') {
    return text.split(',', MAX_LIMITS_READ).flatMap((limit) => parseLimit(limit, nowMs, defaultBackOffMs));
  }
  if (status !== TOO_MANY_REQUESTS) return NO_LIMITS;
  const delayMs = parseRetryAfter(header(RETRY_AFTER_HEADER) ?? '', nowMs) ?? defaultBackOffMs;
  return [
    {
      category: 'all',
      scope: 'key',
      namespaces: '',
      reasonCode: GENERIC_REASON,
      untilMs: nowMs + delayMs,
    },
  ];
}

/** Cuts between two limits: half of one would say something else. */
function withinBounds(field: string): string {
  if (field.length <= MAX_HEADER_CHARS) return field;
  return field.slice(0, Math.max(0, field.lastIndexOf(',', MAX_HEADER_CHARS)));
}

/** `retry_after:categories:scope:reason_code:namespaces:…`; what comes after is for the future. */
function parseLimit(text: string, nowMs: number, defaultBackOffMs: number): RateLimits {
  if (text === '') return NO_LIMITS;
  const [delay = '', categoryNames = '', scopeName = '', reason = '', namespaceNames = ''] = text.split(
    ':',
    5,
  );
  const categories = parseCategories(categoryNames);
  const shared = {
    scope: parseScope(scopeName),
    reasonCode: parseReason(reason),
    untilMs: nowMs + (parseSeconds(delay) ?? defaultBackOffMs),
  };
  return categories.flatMap((category) => {
    const namespaces = category === 'metric_bucket' ? parseNamespaces(namespaceNames) : '';
    return namespaces === undefined ? NO_LIMITS : [{ category, namespaces, ...shared }];
  });
}

/** None named means all; only unknown ones named means none, for such data is never sent from here. */
function parseCategories(text: string): readonly RateLimit['category'][] {
  const names = splitNames(text);
  if (names.length === 0) return ['all'];
  return names.map(parseLimitedCategory).filter((category) => category !== undefined);
}

/** Sorted; empty for every namespace, `undefined` where only unknown ones are named. */
function parseNamespaces(text: string): string | undefined {
  const names = splitNames(text);
  const known = [...new Set(names)].filter((name) => NAMESPACES.has(name));
  return known.length === 0 && names.length > 0 ? undefined : known.sort().join(';');
}

function splitNames(text: string): readonly string[] {
  return text.split(';').filter((name) => name !== '');
}

/** Relay takes an unknown scope for the narrowest. */
function parseScope(text: string): LimitScope {
  return text === 'organization' || text === 'project' ? text : 'key';
}

// It is written into a header and into JSON again.
const REASON = /^[\x21-\x7e]*$/;

function parseReason(text: string): string {
  return REASON.test(text) ? text.slice(0, MAX_REASON_LENGTH) : '';
}

/**
 * How long `Retry-After` asks to wait, in milliseconds, at most a day: seconds, fractions rounded up as Relay does, or
 * an HTTP date. `undefined` for what is neither.
 */
export function parseRetryAfter(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  const seconds = parseSeconds(text);
  if (seconds !== undefined) return seconds;
  const dateMs = parseHttpDate(text, nowMs);
  return dateMs === undefined ? undefined : withinDay(dateMs - nowMs);
}

/** Whole seconds, rounded up, as milliseconds; `undefined` for what is no number. */
function parseSeconds(text: string): number | undefined {
  if (text.length > MAX_NUMBER_LENGTH || !NUMBER.test(text)) return undefined;
  return withinDay(Math.ceil(Number(text)) * 1_000);
}

function withinDay(delayMs: number): number {
  return Math.min(Math.max(delayMs, 0), MAX_LIMIT_MS);
}

/**
 * Whether a limit on one of the categories, or on all, is in force. Without categories nothing is: such items pass
 * whatever is limited.
 */
export function isLimited(
  limits: RateLimits | undefined,
  categories: readonly DataCategory[],
  nowMs: number,
): boolean {
  return limits !== undefined && longestLimit(limits, categories, nowMs) !== undefined;
}

/**
 * What a client report gives as the reason for the loss: the code of the longest limit, as Relay does, empty where it
 * has none; `undefined` where no limit applies.
 */
export function limitingReason(
  limits: RateLimits | undefined,
  categories: readonly DataCategory[],
  nowMs: number,
): string | undefined {
  return limits && longestLimit(limits, categories, nowMs)?.reasonCode;
}

function longestLimit(
  limits: RateLimits,
  categories: readonly DataCategory[],
  nowMs: number,
): RateLimit | undefined {
  let longest: RateLimit | undefined;
  if (categories.length === 0) return longest;
  for (const limit of limits) {
    if (limit.untilMs <= (longest?.untilMs ?? nowMs)) continue;
    // A limit on some namespaces says nothing about an item that may hold others.
    if (limit.category === 'all' || (limit.namespaces === '' && categories.includes(limit.category))) {
      longest = limit;
    }
  }
  return longest;
}

/** Why the limits drop an item, in ingest's words, which may be empty; `undefined` if it stays. */
export function reasonToDrop(limits: RateLimits, item: ItemFacts, nowMs: number): string | undefined {
  const { categories, isDropped } = itemRule(item);
  return isDropped ? limitingReason(limits, categories, nowMs) : undefined;
}

/** Whole seconds until the longest limit ends, for `Retry-After`; 0 where none is in force. */
export function retryAfterSeconds(limits: RateLimits | undefined, nowMs: number): number {
  const untilMs = (limits ?? NO_LIMITS).reduce((latest, limit) => Math.max(latest, limit.untilMs), nowMs);
  return remainingSeconds(untilMs, nowMs);
}

function remainingSeconds(untilMs: number, nowMs: number): number {
  return Math.ceil((untilMs - nowMs) / 1_000);
}

/**
 * The limits in force as the value of `X-Sentry-Rate-Limits`, as Relay writes it: categories that share everything
 * else in one limit, whole seconds that remain; empty where none is in force.
 *
 * The JavaScript SDKs keep the last limit they read on a category, and one on a category hides one on all, even after it
 * has ended (PROTOCOL §4.1). Therefore the longest stands last, and a category's is left out where that on all outlasts
 * it: it has nothing to add.
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
    // A limit on all has no names, and must not gain any.
    const key = `${untilMs}:${category === 'all' ? 'all' : ''}:${rest}`;
    const group = groups.get(key);
    if (group !== undefined) group.names.push(category);
    else groups.set(key, { seconds, rest, names: category === 'all' ? [] : [category] });
  }
  return [...groups.values()]
    .map(({ seconds, rest, names }) => `${seconds}:${names.join(';')}:${rest}`)
    .join(', ');
}
