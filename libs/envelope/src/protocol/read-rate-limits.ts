import { parseLimitedCategory } from './item-rules.ts';
import { parseHttpDate } from './http-date.ts';
import {
  GENERIC_REASON,
  MAX_REASON_LENGTH,
  mergeRateLimits,
  pruneRateLimits,
  type LimitScope,
  type RateLimit,
  type RateLimits,
} from './rate-limits.ts';

/** The parts of an ingest answer that limits are read from. */
export interface LimitingResponse {
  readonly status: number;
  /** Reads a response header by its lower-case name; lines of one name are joined with `, `. */
  readonly header: (name: string) => string | null | undefined;
}

/** Options of {@link updateRateLimits}. */
export interface BackOffOptions {
  /** The back-off if ingest names no valid time, in milliseconds. Default 60 000. */
  defaultBackOffMs?: number | undefined;
}

/** The back-off if ingest names no time, in milliseconds, as in the SDKs. */
export const DEFAULT_BACK_OFF_MS = 60_000;

/** The longest limit that is accepted, in milliseconds. */
export const MAX_LIMIT_MS = 24 * 3_600_000;

const RATE_LIMITS_HEADER = 'x-sentry-rate-limits';
const RETRY_AFTER_HEADER = 'retry-after';

const TOO_MANY_REQUESTS = 429;

/** The length to which a header is read, in characters. Node accepts no more for all headers of a message. */
const MAX_HEADER_CHARS = 16_384;
const MAX_LIMITS_READ = 256;

// A number in the grammar of Rust and the specification, without `inf` and `nan`.
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const MAX_NUMBER_LENGTH = 64;

const WHITESPACE = /[ \t]+/g;

/** `MetricNamespace` of Relay. It calls all others `unsupported`, and does not limit them. */
const NAMESPACES: ReadonlySet<string> = new Set(['custom', 'sessions', 'spans', 'transactions']);

const NO_LIMITS: RateLimits = Object.freeze([]);

/**
 * Adds the limits that an ingest answer names, whatever its status:
 *
 * - `X-Sentry-Rate-Limits` is read on every answer; with it, `Retry-After` is ignored.
 * - `Retry-After`, seconds or date, limits everything, but only on 429. On 503 it names the time of the next try.
 * - 429 with neither limits everything for the default back-off.
 * - Of two limits on the same category the longer stays. Limits that have ended are dropped.
 *
 * @returns the same object if nothing changed; `undefined` only for `undefined`
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

/** The limits that an ingest answer names, including those that end at once. */
export function namedLimits(response: LimitingResponse, nowMs: number, options?: BackOffOptions): RateLimits {
  return readLimits(response.header(RATE_LIMITS_HEADER) ?? '', response, nowMs, options);
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
  const delayMs = parseLimitWait(header(RETRY_AFTER_HEADER) ?? '', nowMs) ?? defaultBackOffMs;
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

/** Cuts between two limits: a half could be read as a different limit. */
function withinBounds(field: string): string {
  if (field.length <= MAX_HEADER_CHARS) return field;
  return field.slice(0, Math.max(0, field.lastIndexOf(',', MAX_HEADER_CHARS)));
}

/** `retry_after:categories:scope:reason_code:namespaces:…`; further parts are ignored. */
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

/** No names mean all categories. If all names are unknown, the limit applies to none. */
function parseCategories(text: string): readonly RateLimit['category'][] {
  const names = splitNames(text);
  if (names.length === 0) return ['all'];
  return names.map(parseLimitedCategory).filter((category) => category !== undefined);
}

/** Sorted; empty for every namespace, `undefined` if all names are unknown. */
function parseNamespaces(text: string): string | undefined {
  const names = splitNames(text);
  const known = [...new Set(names)].filter((name) => NAMESPACES.has(name));
  return known.length === 0 && names.length > 0 ? undefined : known.sort().join(';');
}

function splitNames(text: string): readonly string[] {
  return text.split(';').filter((name) => name !== '');
}

/** Relay treats an unknown scope as the narrowest. */
function parseScope(text: string): LimitScope {
  return text === 'organization' || text === 'project' ? text : 'key';
}

// It is written to a header and to JSON later.
const REASON = /^[\x21-\x7e]*$/;

function parseReason(text: string): string {
  return REASON.test(text) ? text.slice(0, MAX_REASON_LENGTH) : '';
}

/**
 * Parses the `Retry-After` of a rate limit: seconds, also with decimals, rounded up as Relay does, or an HTTP date.
 * @returns the wait in milliseconds, at most a day; `undefined` if it is neither
 */
export function parseLimitWait(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  const seconds = parseSeconds(text);
  if (seconds !== undefined) return seconds;
  const dateMs = parseHttpDate(text, nowMs);
  return dateMs === undefined ? undefined : withinDay(dateMs - nowMs);
}

/** Whole seconds, rounded up, as milliseconds; `undefined` for anything else. */
function parseSeconds(text: string): number | undefined {
  if (text.length > MAX_NUMBER_LENGTH || !NUMBER.test(text)) return undefined;
  return withinDay(Math.ceil(Number(text)) * 1_000);
}

function withinDay(delayMs: number): number {
  return Math.min(Math.max(delayMs, 0), MAX_LIMIT_MS);
}
