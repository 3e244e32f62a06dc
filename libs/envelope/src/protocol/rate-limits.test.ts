import { updateRateLimits as updateSdkRateLimits, isRateLimited } from '@sentry/core';
import fc from 'fast-check';
import { parseLimitedCategory } from './item-rules.ts';
import { DATA_CATEGORIES, type DataCategory } from './data-category.ts';
import { MAX_LIMIT_MS, parseLimitWait, updateRateLimits, type LimitingResponse } from './read-rate-limits.ts';
import { formatRateLimits, retryAfterSeconds } from './format-rate-limits.ts';
import {
  limitingReason,
  longestByCategory,
  mergeRateLimits,
  pruneRateLimits,
  type RateLimit,
  type RateLimits,
} from './rate-limits.ts';

/** Whether a limit on one of the categories is in force. */
const isLimited = (limits: RateLimits | undefined, categories: readonly DataCategory[], nowMs: number) =>
  limitingReason(limits, categories, nowMs) !== undefined;

const NOW = Date.UTC(2026, 6, 1);
const DAY = 86_400;

interface Headers {
  readonly limits?: string;
  readonly retryAfter?: string;
}

const answer = (status: number, { limits, retryAfter }: Headers = {}): LimitingResponse => {
  const fields = new Map([
    ['x-sentry-rate-limits', limits],
    ['retry-after', retryAfter],
  ]);
  return { status, header: (name) => fields.get(name) };
};

const read = (status: number, headers: Headers, nowMs = NOW): RateLimits =>
  updateRateLimits(undefined, answer(status, headers), nowMs) ?? [];

/** Seconds left by category; namespaces in brackets. If several scopes have a limit, the longest. */
const summary = (limits: RateLimits | undefined, nowMs = NOW): Record<string, number> => {
  const seconds: Record<string, number> = {};
  for (const { category, namespaces, untilMs } of limits ?? []) {
    const key = namespaces === '' ? category : `${category}(${namespaces})`;
    seconds[key] = Math.max(seconds[key] ?? 0, (untilMs - nowMs) / 1_000);
  }
  return seconds;
};

const limit = (fields: Partial<RateLimit> = {}): RateLimit => ({
  category: 'error',
  scope: 'organization',
  namespaces: '',
  reasonCode: '',
  untilMs: NOW + 60_000,
  ...fields,
});

const LIMITABLE = DATA_CATEGORIES.filter((name) => parseLimitedCategory(name) !== undefined);

/** An answer and the limits read from it. */
type Vector = readonly [
  /** The document or test that has the rule. */
  source: string,
  /** Default status 429. */
  answer: Headers & { readonly status?: number },
  expected: Readonly<Record<string, number>>,
];

const SPEC = 'specification, rate-limiting.mdx';
const RELAY_FORMAT = 'Relay, utils/rate_limits.rs, test_format_rate_limits';
const RELAY_PARSE = 'Relay, utils/rate_limits.rs, test_parse_rate_limits';
const RELAY_RETRY = 'Relay, relay-quotas/src/rate_limit.rs, test_parse_retry_after';
const UNION = 'PROTOCOL §4.2, union rules';

const VECTORS: readonly Vector[] = [
  // The specification's examples.
  [
    `${SPEC}, first example`,
    { limits: '60:transaction:key, 2700:default;error;security:organization', retryAfter: '2700' },
    { transaction: 60, error: 2_700, security: 2_700 },
  ],
  [
    `${SPEC}, empty categories`,
    { limits: '60::organization, 2700::organization', retryAfter: '2700' },
    { all: 2_700 },
  ],
  [
    `${SPEC}, metric buckets`,
    { limits: '2700:metric_bucket:organization:quota_exceeded:custom', retryAfter: '2700' },
    { 'metric_bucket(custom)': 2_700 },
  ],
  [
    `${SPEC}, "formatted for readability"`,
    { limits: '60:transaction:key,  2700:default;error;security:organization' },
    { transaction: 60, error: 2_700, security: 2_700 },
  ],

  // Answers that contain limits.
  [`${SPEC}, any status`, { status: 200, limits: '60:error:key' }, { error: 60 }],
  [`${SPEC}, any status`, { status: 202, limits: '60::key' }, { all: 60 }],
  [`${SPEC}, any status`, { status: 400, limits: '60:error:key' }, { error: 60 }],
  [`${SPEC}, any status`, { status: 413, limits: '60:error:key' }, { error: 60 }],
  [`${SPEC}, any status`, { status: 503, limits: '60:error:key' }, { error: 60 }],
  [`${SPEC}, stage 1.4`, { status: 200 }, {}],
  [`${SPEC}, stage 1.4`, { status: 500 }, {}],
  [`${SPEC}, stage 1.3`, { status: 429 }, { all: 60 }],
  [`${SPEC}, stage 1.2`, { status: 429, retryAfter: '30' }, { all: 30 }],
  [`${SPEC}, stage 1.1 goes before 1.2`, { limits: '60:error:key', retryAfter: '9000' }, { error: 60 }],
  [`${SPEC}, stage 1.1, with nothing left of it`, { limits: '60:monitor_seat:key', retryAfter: '60' }, {}],
  ['JS ratelimit.ts: an empty header is none', { limits: '', retryAfter: '30' }, { all: 30 }],
  ['JS ratelimit.ts: an empty header is none', { limits: '  ' }, { all: 60 }],
  ['JS ratelimit.ts: an empty header is none', { status: 200, limits: ' ' }, {}],
  [
    `${SPEC}, stage 1.2, "allowed but not required": on 503 it is about delivery`,
    { status: 503, retryAfter: '30' },
    {},
  ],
  [`${SPEC}, stage 1.2`, { status: 200, retryAfter: '30' }, {}],

  // Retry-After.
  ['RFC 9110 §10.2.3, seconds', { retryAfter: '0' }, {}],
  [`${RELAY_RETRY}: rounded up`, { retryAfter: '1.2' }, { all: 2 }],
  [
    'RFC 9110 §10.2.3, date (JS ratelimit.ts reads it, Relay does not)',
    { retryAfter: 'Wed, 01 Jul 2026 00:02:00 GMT' },
    { all: 120 },
  ],
  ['RFC 9110 §5.6.7, obsolete date', { retryAfter: 'Wednesday, 01-Jul-26 00:02:00 GMT' }, { all: 120 }],
  ['RFC 9110 §10.2.3, date in the past', { retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' }, {}],
  [`${UNION}: a day`, { retryAfter: 'Thu, 01 Jul 2027 00:00:00 GMT' }, { all: DAY }],
  [`${UNION}: garbage is 60 s`, { retryAfter: 'soon' }, { all: 60 }],
  [`${UNION}: garbage is 60 s`, { retryAfter: '30, 60' }, { all: 60 }],
  [`${UNION}: garbage is 60 s`, { retryAfter: 'garbage 2026' }, { all: 60 }],
  [`${UNION}: garbage is 60 s`, { retryAfter: '' }, { all: 60 }],

  // The number.
  [`${SPEC}, integer`, { limits: '17:error:key' }, { error: 17 }],
  [`${RELAY_RETRY}: 17.1`, { limits: '17.1:error:key' }, { error: 18 }],
  [`${RELAY_RETRY}: 17.7`, { limits: '17.7:error:key' }, { error: 18 }],
  [`${RELAY_RETRY}: rounded up`, { limits: '0.001:error:key' }, { error: 1 }],
  [`${RELAY_RETRY}: -2`, { limits: '-2:error:key' }, {}],
  [`${RELAY_RETRY}: negative`, { limits: '-0.5:error:key' }, {}],
  [`${RELAY_RETRY}: expired at once`, { limits: '0:error:key' }, {}],
  ['Rust, f64::from_str', { limits: '6e1:error:key' }, { error: 60 }],
  ['Rust, f64::from_str', { limits: '1.5E+2:error:key' }, { error: 150 }],
  ['Rust, f64::from_str', { limits: '+7:error:key' }, { error: 7 }],
  ['Rust, f64::from_str', { limits: '7.:error:key' }, { error: 7 }],
  ['Rust, f64::from_str', { limits: '.5:error:key' }, { error: 1 }],
  [`${UNION}: a day`, { limits: '86400:error:key' }, { error: DAY }],
  [`${UNION}: a day`, { limits: '86401:error:key' }, { error: DAY }],
  [`${UNION}: a day`, { limits: '100000000000000000000:error:key' }, { error: DAY }],
  [`${UNION}: a day`, { limits: '1e309:error:key' }, { error: DAY }],
  [`${RELAY_RETRY}: negative`, { limits: '-1e309:error:key' }, {}],
  [`${UNION}: garbage is 60 s`, { limits: 'inf:error:key' }, { error: 60 }],
  [`${UNION}: garbage is 60 s`, { limits: 'Infinity:error:key' }, { error: 60 }],
  [`${UNION}: garbage is 60 s`, { limits: 'NaN:error:key' }, { error: 60 }],
  [`${UNION}: garbage is 60 s`, { limits: ':error:key' }, { error: 60 }],
  [`${UNION}: garbage is 60 s`, { limits: '.:error:key' }, { error: 60 }],
  [`${UNION}: garbage is 60 s`, { limits: '0x10:error:key' }, { error: 60 }],
  [`${UNION}: garbage is 60 s`, { limits: '17abc:error:key' }, { error: 60 }],
  [`${UNION}: garbage is 60 s`, { limits: 'nope' }, { all: 60 }],
  [`${UNION}: garbage is 60 s`, { limits: `${'9'.repeat(65)}:error:key` }, { error: 60 }],
  [`${UNION}: a day`, { limits: `${'9'.repeat(64)}:error:key` }, { error: DAY }],

  // Categories.
  [`${SPEC}, empty means all`, { limits: '60' }, { all: 60 }],
  [`${SPEC}, empty means all`, { limits: '60:' }, { all: 60 }],
  [`${SPEC}, empty means all`, { limits: '60::' }, { all: 60 }],
  ['Relay, parse_rate_limits: empty names are none', { limits: '60:;;:key' }, { all: 60 }],
  ['Relay, parse_rate_limits: empty names are none', { limits: '60:;error;:key' }, { error: 60 }],
  [`${SPEC}, unknown ignored`, { limits: '60:foo;error:key' }, { error: 60 }],
  [`${SPEC}, all unknown ignored`, { limits: '60:foo;bar:organization' }, {}],
  ['PROTOCOL §2, names to ignore', { limits: '60:default;uptime;profile_duration:key' }, {}],
  ['PROTOCOL §2: what the SDK calls it', { limits: '60:metric;internal:key' }, {}],
  [
    'Relay, data_category.rs: "SDK rate limiting behavior: ignore"',
    { limits: '60:transaction_indexed;span_indexed;profile_indexed;replay_video:key' },
    {},
  ],
  [
    'Relay, data_category.rs, test_data_category_alias',
    { limits: '60:user_report_v2:key' },
    { feedback: 60 },
  ],
  ['Relay, DataCategory::from_name: case matters', { limits: '60:Error:key' }, {}],
  [`${SPEC}, an object's own names are no categories`, { limits: '60:__proto__:key' }, {}],
  [`${SPEC}, a list`, { limits: '60:error;error:key' }, { error: 60 }],

  // Scope, reason, and parts that a future version may add.
  [`${RELAY_FORMAT}: reason`, { limits: '42::organization:my_limit' }, { all: 42 }],
  [`${RELAY_PARSE}: unknown scope`, { limits: '42:error:galaxy' }, { error: 42 }],
  [`${SPEC}, "and other scopes"`, { limits: '42:error' }, { error: 42 }],
  [`${SPEC}, "more parameters can be added"`, { limits: '42:error:key:why::new:newer' }, { error: 42 }],
  [
    `${RELAY_PARSE}, with the invalid limit as 60 s on all`,
    { limits: '42::organization:my_limit, invalid, 4711:foobar;transaction;security:project' },
    { all: 60, transaction: 4_711, security: 4_711 },
  ],
  ['Relay, test_parse_invalid_rate_limits', { status: 200, limits: ',,,' }, {}],

  // Spaces and lines.
  [
    `${SPEC}, "may contain spaces which must be ignored"`,
    { limits: '  60 : error ; transaction : key ,\t30 : session : key  ' },
    { error: 60, transaction: 60, session: 30 },
  ],
  [`${SPEC}, "may contain spaces which must be ignored"`, { limits: '7 0:error' }, { error: 70 }],
  [
    'RFC 9110 §5.3, two lines of one name',
    { limits: ['60:error:key', '30:session:key'].join(', ') },
    { error: 60, session: 30 },
  ],
  ['RFC 9110 §5.6.1.2, empty list elements', { limits: ',60:error,,' }, { error: 60 }],

  // Overlap.
  [`${SPEC}, keep the maximum`, { limits: '60:error, 30:error' }, { error: 60 }],
  [`${SPEC}, keep the maximum`, { limits: '30:error, 60:error' }, { error: 60 }],
  [
    `${SPEC}, keep the maximum`,
    { limits: '60:error;session:key, 90:error:organization' },
    { error: 90, session: 60 },
  ],
  [`${SPEC}, an all limit beside others`, { limits: '5:error, 60:' }, { error: 5, all: 60 }],

  // Namespaces.
  [
    'Relay, test_parse_rate_limits_namespace',
    { limits: '42:metric_bucket:organization::custom;spans' },
    { 'metric_bucket(custom;spans)': 42 },
  ],
  [
    'Relay, test_parse_rate_limits_empty_namespace',
    { limits: '42:metric_bucket:organization:some_reason:' },
    { metric_bucket: 42 },
  ],
  [
    'Relay, MetricNamespace: in any order, each once',
    { limits: '42:metric_bucket:organization::spans;custom;spans' },
    { 'metric_bucket(custom;spans)': 42 },
  ],
  [
    'Relay, MetricNamespace: unsupported ones limit nothing',
    { limits: '42:metric_bucket:organization::future' },
    {},
  ],
  [
    'Relay, MetricNamespace: unsupported ones limit nothing',
    { limits: '42:metric_bucket:organization::future;transactions;sessions' },
    { 'metric_bucket(sessions;transactions)': 42 },
  ],
  [
    `${SPEC}, namespaces are for metric_bucket`,
    { limits: '42:error;metric_bucket:organization::custom' },
    { error: 42, 'metric_bucket(custom)': 42 },
  ],
  [`${SPEC}, namespaces are for metric_bucket`, { limits: '42::organization::custom' }, { all: 42 }],

  // Hostile.
  ['no such character in a name', { limits: '60:err\u0000or:key' }, {}],
  ['no such character in a number', { limits: '60\u0000:error:key' }, { error: 60 }],
  ['no such character in a number', { limits: '٣:error:key' }, { error: 60 }],
  ['a header of 100 KB without a comma', { limits: '6'.repeat(100_000) }, { all: 60 }],
  ['a header of 100 KB with a single limit', { status: 200, limits: `60:${'error;'.repeat(20_000)}` }, {}],
  [
    'a header of 100 KB, cut between two limits',
    { limits: `${'1:error:key,'.repeat(200)}${'x'.repeat(100_000)}` },
    { error: 1 },
  ],
  ['more limits than are read', { limits: `${'1:error:key,'.repeat(256)}9:session:key` }, { error: 1 }],
  [
    'as many limits as are read',
    { limits: `${'1:error:key,'.repeat(255)}9:session:key` },
    { error: 1, session: 9 },
  ],
];

describe('updateRateLimits', () => {
  it('is held to at least 60 vectors', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(VECTORS)('%s', (_source, { status = 429, ...headers }, expected) => {
    expect(summary(read(status, headers))).toEqual(expected);
  });

  it('keeps scope and reason', () => {
    expect(read(200, { limits: '42:error:project:why, 43:session:galaxy:' })).toEqual([
      limit({ scope: 'project', reasonCode: 'why', untilMs: NOW + 42_000 }),
      limit({ category: 'session', scope: 'key', untilMs: NOW + 43_000 }),
    ]);
  });

  it('calls a limit without a reason of its own generic only where Relay does', () => {
    expect(read(429, { retryAfter: '5' })).toEqual([
      limit({ category: 'all', scope: 'key', reasonCode: 'generic', untilMs: NOW + 5_000 }),
    ]);
    expect(read(429, {})[0]?.reasonCode).toBe('generic');
    expect(read(429, { limits: '5::key' })[0]?.reasonCode).toBe('');
  });

  it('takes no reason that could not be written again, and none longer than Relay accepts', () => {
    expect(read(200, { limits: '5::key:a\rb' })[0]?.reasonCode).toBe('');
    expect(read(200, { limits: '5::key:ä' })[0]?.reasonCode).toBe('');
    expect(read(200, { limits: `5::key:${'r'.repeat(300)}` })[0]?.reasonCode).toBe('r'.repeat(200));
  });

  it('keeps limits of different scopes apart, and the reason of the longer in each', () => {
    const limits = read(200, {
      limits: '60:error:key:a, 90:error:organization:b, 70:error:key:c, 10:error:key:d',
    });
    expect(limits).toEqual([
      limit({ scope: 'key', reasonCode: 'c', untilMs: NOW + 70_000 }),
      limit({ scope: 'organization', reasonCode: 'b', untilMs: NOW + 90_000 }),
    ]);
  });

  it('asks for the headers once, and for Retry-After only on a 429 without limits', () => {
    const asked: string[] = [];
    const header = (name: string): undefined => void asked.push(name);
    updateRateLimits(undefined, { status: 200, header }, NOW);
    expect(asked).toEqual(['x-sentry-rate-limits']);
    updateRateLimits(undefined, { status: 429, header }, NOW);
    expect(asked).toEqual(['x-sentry-rate-limits', 'x-sentry-rate-limits', 'retry-after']);
  });

  it('reads the headers of the Fetch API as they are', () => {
    const headers = new Headers([
      ['X-Sentry-Rate-Limits', '60:error:key'],
      ['X-Sentry-Rate-Limits', '30:session:key'],
    ]);
    const response = { status: 200, header: (name: string) => headers.get(name) };
    expect(summary(updateRateLimits(undefined, response, NOW))).toEqual({ error: 60, session: 30 });
    expect(updateRateLimits(undefined, { status: 200, header: () => null }, NOW)).toBeUndefined();
  });

  it('returns the same object where nothing changed', () => {
    const limits = read(200, { limits: '60:error:key' });
    for (const response of [
      answer(200),
      answer(500),
      answer(200, { limits: '60:error:key' }),
      answer(200, { limits: '59:error:key:other' }),
      answer(429, { limits: '60:unknown:key' }),
      answer(429, { retryAfter: '0' }),
    ]) {
      expect(updateRateLimits(limits, response, NOW)).toBe(limits);
    }
    expect(updateRateLimits(undefined, answer(200), NOW)).toBeUndefined();
  });

  it('never shortens a limit, and lets it be prolonged', () => {
    const limits = read(429, { limits: '60:error:key' });
    const later = NOW + 50_000;
    expect(updateRateLimits(limits, answer(200, { limits: '5:error:key' }), later)).toBe(limits);
    expect(summary(updateRateLimits(limits, answer(200, { limits: '11:error:key' }), later), later)).toEqual({
      error: 11,
    });
  });

  it('does not touch what it was given', () => {
    const limits = Object.freeze([Object.freeze(limit()), Object.freeze(limit({ category: 'span' }))]);
    const updated = updateRateLimits(limits, answer(200, { limits: '90:error:organization, 5::key' }), NOW);
    expect(summary(updated)).toEqual({ error: 90, span: 60, all: 5 });
    expect(summary(limits)).toEqual({ error: 60, span: 60 });
  });

  it('drops what has ended with the next answer of whatever kind', () => {
    const limits = [limit({ untilMs: NOW + 1 }), limit({ category: 'span' })];
    expect(updateRateLimits(limits, answer(200), NOW)).toBe(limits);
    expect(summary(updateRateLimits(limits, answer(200), NOW + 1), NOW)).toEqual({ span: 60 });
    expect(updateRateLimits(limits, answer(200), NOW + 60_000)).toEqual([]);
    expect(
      summary(updateRateLimits(limits, answer(200, { limits: '1:log_item' }), NOW + 60_000), NOW),
    ).toEqual({
      log_item: 61,
    });
  });

  it('S26 backs off for 60 seconds by default, or as its options say', () => {
    const options = { defaultBackOffMs: 5_000 };
    expect(summary(updateRateLimits(undefined, answer(429), NOW, options))).toEqual({ all: 5 });
    expect(summary(updateRateLimits(undefined, answer(429, { retryAfter: 'x' }), NOW, options))).toEqual({
      all: 5,
    });
    expect(summary(updateRateLimits(undefined, answer(200, { limits: 'x:error' }), NOW, options))).toEqual({
      error: 5,
    });
    expect(summary(updateRateLimits(undefined, answer(429), NOW, {}))).toEqual({ all: 60 });
    expect(summary(updateRateLimits(undefined, answer(429), NOW, { defaultBackOffMs: undefined }))).toEqual({
      all: 60,
    });
  });

  it('stays small under whatever ingest sends', () => {
    const scopes = ['organization', 'project', 'key', 'x'];
    const hostile = fc.array(
      fc
        .tuple(
          fc.oneof(fc.double(), fc.nat(), fc.string()),
          fc.oneof(fc.constantFrom(...DATA_CATEGORIES, 'all', ''), fc.string()),
          fc.constantFrom(...scopes),
          fc.string(),
          fc.oneof(fc.constantFrom('custom', 'spans;custom', 'sessions', 'transactions'), fc.string()),
        )
        .map((parts) => parts.join(':')),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(200, 429, 503), hostile), { maxLength: 4 }),
        (answers) => {
          let limits: RateLimits | undefined;
          for (const [status, parts] of answers) {
            limits = updateRateLimits(limits, answer(status, { limits: parts.join(', ') }), NOW);
          }
          // Every category and all, in three scopes, and every set of four namespaces.
          expect(limits?.length ?? 0).toBeLessThanOrEqual((LIMITABLE.length + 1) * 3 + 15 * 3);
          for (const { untilMs, reasonCode } of limits ?? []) {
            expect(untilMs).toBeGreaterThan(NOW);
            expect(untilMs).toBeLessThanOrEqual(NOW + MAX_LIMIT_MS);
            expect(reasonCode).toMatch(/^[\x21-\x7e]{0,200}$/);
          }
          expect(formatRateLimits(limits, NOW)).toMatch(/^[\x20-\x7e]{0,8192}$/);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reads 10,000 limits and 100 KB of anything in a moment', () => {
    const before = process.cpuUsage();
    for (const limits of [
      '1:error:key,'.repeat(10_000),
      'a;'.repeat(50_000),
      ':'.repeat(100_000),
      ' '.repeat(100_000),
    ]) {
      read(429, { limits });
    }
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

/** How Relay reads an answer (PROTOCOL §4.1, right column). Category `undefined` means all. */
function readAsRelay(
  status: number,
  { limits, retryAfter }: Headers,
): { category?: string; seconds: number }[] {
  if (status !== 429) return [];
  const rust = (text: string): number | undefined => {
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+|inf|infinity|nan)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
    const seconds = Math.ceil(Math.max(0, Number(text)));
    return Number.isFinite(seconds) && seconds < 1e19 ? seconds : 0;
  };
  const parsed = (limits ?? '').split(',').flatMap((text) => {
    const [delay = '', names = ''] = text.trim().split(':');
    const seconds = rust(delay);
    if (seconds === undefined) return [];
    const categories = names.split(';').filter((name) => name !== '');
    return categories.length === 0 ? [{ seconds }] : categories.map((category) => ({ category, seconds }));
  });
  if (parsed.some(({ seconds }) => seconds > 0)) return parsed;
  const seconds = rust(retryAfter ?? '');
  return seconds === undefined ? [] : [{ seconds }];
}

type SdkCategory = Parameters<typeof isRateLimited>[1];

interface Question {
  /** Default 429. */
  readonly status?: number;
  /** Default `error`. */
  readonly category?: DataCategory;
  /** The time of the question, in seconds after the answer. Default 30. */
  readonly atSeconds?: number;
}

/** Answers that one reader misjudges, and whether the union of the rules limits the category. */
const DISAGREEMENTS: readonly (readonly [
  whose: 'SDK' | 'Relay',
  why: string,
  isLimited: boolean,
  headers: Headers,
  question?: Question,
])[] = [
  ['SDK', 'the last of two limits wins', true, { limits: '60:error:organization, 5:error:key' }],
  [
    'SDK',
    'the last of two limits on all wins',
    true,
    { limits: '2700::organization, 60::organization' },
    { category: 'session', atSeconds: 100 },
  ],
  ['SDK', 'fractions are cut off', true, { limits: '0.9:error:key' }, { status: 200, atSeconds: 0.5 }],
  ['SDK', 'an exponent is cut off', true, { limits: '6e1:error:key' }, { status: 200 }],
  [
    'SDK',
    'a limit on the category hides one on all, even after it has ended',
    true,
    { limits: '5:error:key, 60::organization' },
  ],
  ['SDK', 'a category is not trimmed', true, { limits: '60: error : key' }],
  [
    'SDK',
    'its own name for the category never matches',
    true,
    { limits: '60:trace_metric:organization' },
    { category: 'trace_metric' },
  ],
  ['Relay', 'only a 429 is read', true, { limits: '60:error:organization' }, { status: 200 }],
  ['Relay', 'an unreadable number is skipped', true, { limits: 'soon:error:organization' }],
  ['Relay', 'a date is not read', true, { retryAfter: 'Wed, 01 Jul 2026 00:01:00 GMT' }],
  ['Relay', 'a 429 without headers limits nothing', true, {}],
  ['Relay', 'a number too large is none', true, { limits: '1e30:error:organization' }],
  [
    'Relay',
    'a limit on what is not sent from here brings Retry-After down on everything',
    false,
    { limits: '0:error:key', retryAfter: '60' },
    { category: 'session' },
  ],
];

describe('the union of the rules against each reader alone', () => {
  it.each(DISAGREEMENTS.map(([whose, why, ...rest]) => [whose, why, rest] as const))(
    'decides otherwise than the %s, for which %s',
    (whose, _why, [expected, headers, question = {}]) => {
      const { status = 429, category = 'error', atSeconds = 30 }: Question = question;
      const atMs = NOW + atSeconds * 1_000;
      expect(isLimited(read(status, headers), [category], atMs)).toBe(expected);

      const sdkCategory = (category === 'trace_metric' ? 'metric' : category) as SdkCategory;
      const sdkLimits = updateSdkRateLimits(
        {},
        {
          statusCode: status,
          headers: {
            'x-sentry-rate-limits': headers.limits ?? null,
            'retry-after': headers.retryAfter ?? null,
          },
        },
        NOW,
      );
      const bySdk = isRateLimited(sdkLimits, sdkCategory, atMs);
      const byRelay = readAsRelay(status, headers).some(
        (it) => (it.category ?? category) === category && it.seconds > atSeconds,
      );
      expect(whose === 'SDK' ? bySdk : byRelay).toBe(!expected);
    },
  );
});

describe('isLimited and limitingReason', () => {
  const limits = read(200, {
    limits: '60:error:key:short, 90:error:organization:long, 30:log_byte:key, 40:metric_bucket:key:m:custom',
  });

  it('hold while a limit on one of the categories lasts', () => {
    expect(isLimited(limits, ['error'], NOW + 89_999)).toBe(true);
    expect(isLimited(limits, ['error'], NOW + 90_000)).toBe(false);
    expect(isLimited(limits, ['log_item', 'log_byte'], NOW)).toBe(true);
    expect(isLimited(limits, ['log_item'], NOW)).toBe(false);
    expect(isLimited(limits, ['session'], NOW)).toBe(false);
  });

  it('give the reason of the longest', () => {
    expect(limitingReason(limits, ['error'], NOW)).toBe('long');
    expect(limitingReason(limits, ['log_byte'], NOW)).toBe('');
    expect(limitingReason(limits, ['session'], NOW)).toBeUndefined();
    const all = read(200, { limits: '60:error:key:error, 90::key:all' });
    expect(limitingReason(all, ['error'], NOW)).toBe('all');
    expect(limitingReason(read(200, { limits: '90:error:key:error, 60::key:all' }), ['error'], NOW)).toBe(
      'error',
    );
  });

  it('leave alone what has no category, even where everything is limited', () => {
    const all = read(429, {});
    expect(isLimited(all, ['error'], NOW)).toBe(true);
    expect(isLimited(all, [], NOW)).toBe(false);
  });

  it('take no limit on single namespaces for one on the whole', () => {
    expect(isLimited(limits, ['metric_bucket'], NOW)).toBe(false);
    expect(isLimited(read(200, { limits: '60:metric_bucket:key' }), ['metric_bucket'], NOW)).toBe(true);
  });

  it('find nothing where there are no limits', () => {
    expect(isLimited(undefined, ['error'], NOW)).toBe(false);
    expect(isLimited([], ['error'], NOW)).toBe(false);
  });
});

describe('pruneRateLimits', () => {
  it('takes out what has ended, to the millisecond, and leaves the rest alone', () => {
    const limits = [limit(), limit({ category: 'span', untilMs: NOW + 1 })];
    expect(pruneRateLimits(limits, NOW)).toBe(limits);
    expect(pruneRateLimits(limits, NOW + 1)).toEqual([limit()]);
    expect(pruneRateLimits(limits, NOW + 60_000)).toEqual([]);
    expect(pruneRateLimits(undefined, NOW)).toBeUndefined();
  });
});

it('longestByCategory keeps the limit of each category that ends last', () => {
  const longer = limit({ scope: 'project', untilMs: NOW + 61_000 });
  const span = limit({ category: 'span' });
  expect(longestByCategory([limit(), span, longer, limit()])).toEqual([longer, span]);
  expect(longestByCategory([])).toEqual([]);
});

const anyLimits: fc.Arbitrary<RateLimits> = fc
  .uniqueArray(
    fc.record({
      category: fc.constantFrom<RateLimit['category']>('all', ...LIMITABLE),
      scope: fc.constantFrom<RateLimit['scope']>('organization', 'project', 'key'),
      reasonCode: fc.constantFrom('', 'quota', 'spike'),
      seconds: fc.integer({ min: 1, max: 90 }),
    }),
    { maxLength: 12, selector: ({ category, scope }) => `${category}:${scope}` },
  )
  .map((list) => list.map(({ seconds, ...rest }) => limit({ ...rest, untilMs: NOW + seconds * 1_000 })));

describe('mergeRateLimits', () => {
  it('keeps the longer of two limits on the same, and every limit of either', () => {
    fc.assert(
      fc.property(anyLimits, anyLimits, (ours, theirs) => {
        const merged = summary(mergeRateLimits(ours, theirs, NOW));
        const [left, right] = [summary(ours), summary(theirs)];
        for (const category of new Set([...Object.keys(left), ...Object.keys(right)])) {
          expect(merged[category]).toBe(Math.max(left[category] ?? 0, right[category] ?? 0));
        }
        expect(Object.keys(merged)).toHaveLength(new Set([...Object.keys(left), ...Object.keys(right)]).size);
      }),
    );
  });

  it('changes nothing the second time, and nothing in what it is given', () => {
    fc.assert(
      fc.property(anyLimits, anyLimits, (ours, theirs) => {
        const before = structuredClone([ours, theirs]);
        const merged = mergeRateLimits(ours, theirs, NOW);
        expect(mergeRateLimits(merged, theirs, NOW)).toBe(merged);
        expect(mergeRateLimits(merged, ours, NOW)).toBe(merged);
        expect([ours, theirs]).toEqual(before);
      }),
    );
  });

  it('does not take in what has ended', () => {
    expect(mergeRateLimits(undefined, [limit()], NOW + 60_000)).toBeUndefined();
    expect(mergeRateLimits(undefined, [limit()], NOW + 59_999)).toEqual([limit()]);
    expect(mergeRateLimits([limit()], [limit({ category: 'span' })], NOW + 60_000)).toEqual([]);
  });
});

describe('formatRateLimits and retryAfterSeconds', () => {
  it('write what Relay writes', () => {
    const header = '42::organization:my_limit, 4711:transaction;security:project';
    const limits = read(429, { limits: header });
    expect(formatRateLimits(limits, NOW)).toBe(header);
    expect(retryAfterSeconds(limits, NOW)).toBe(4_711);
  });

  it('write namespaces as Relay does', () => {
    // test_format_rate_limits_namespace
    const header =
      '42:metric_bucket:organization:my_limit:custom;spans, 42:metric_bucket:organization::spans';
    expect(formatRateLimits(read(429, { limits: header }), NOW)).toBe(header);
  });

  it('count whole seconds that remain, rounded up', () => {
    const limits = read(200, { limits: '60:error:key' });
    expect(formatRateLimits(limits, NOW + 1)).toBe('60:error:key');
    expect(formatRateLimits(limits, NOW + 1_000)).toBe('59:error:key');
    expect(formatRateLimits(limits, NOW + 59_999)).toBe('1:error:key');
    expect(retryAfterSeconds(limits, NOW + 1)).toBe(60);
    expect(retryAfterSeconds(limits, NOW + 59_999)).toBe(1);
  });

  it('leave out what has ended', () => {
    const limits = read(200, { limits: '60:error:key, 10:session:key' });
    expect(formatRateLimits(limits, NOW + 10_000)).toBe('50:error:key');
    expect(formatRateLimits(limits, NOW + 60_000)).toBe('');
    expect(retryAfterSeconds(limits, NOW + 60_000)).toBe(0);
    expect(retryAfterSeconds(limits, NOW + 90_000)).toBe(0);
  });

  it('have nothing to write where nothing is limited', () => {
    expect(formatRateLimits(undefined, NOW)).toBe('');
    expect(formatRateLimits([], NOW)).toBe('');
    expect(retryAfterSeconds(undefined, NOW)).toBe(0);
    expect(retryAfterSeconds([], NOW)).toBe(0);
  });

  it('put the categories of a limit in the order of Relay, and the longest limit last', () => {
    const limits = read(200, { limits: '90:span;error:key:r, 60:session:key, 60:attachment:project' });
    expect(formatRateLimits(limits, NOW)).toBe('60:attachment:project, 60:session:key, 90:error;span:key:r');
  });

  it('leave out a limit on a category that ends before one on all', () => {
    const limits = read(200, { limits: '10:error:key, 60::key, 60:session:key, 90:span:key' });
    expect(formatRateLimits(limits, NOW)).toBe('60::key, 60:session:key, 90:span:key');
  });

  it('do without reasons before the header grows too long for proxies', () => {
    const named = LIMITABLE.map((category, index) => `${60 + index}:${category}:key:${'r'.repeat(199)}`);
    const few = named.slice(0, 10).join(', ');
    expect(formatRateLimits(read(200, { limits: few }), NOW)).toBe(few);
    const all = formatRateLimits(read(200, { limits: named.join(', ') }), NOW);
    expect(all).toBe(named.map((text) => text.replace(/:r+$/, '')).join(', '));
  });

  it('are read back as they were meant, at any time', () => {
    fc.assert(
      fc.property(anyLimits, fc.integer({ min: 0, max: 100 }), (limits, atSeconds) => {
        const header = formatRateLimits(limits, NOW);
        const readBack = updateRateLimits(undefined, answer(200, { limits: header }), NOW);
        const atMs = NOW + atSeconds * 1_000;
        for (const category of LIMITABLE) {
          expect(isLimited(readBack, [category], atMs)).toBe(isLimited(limits, [category], atMs));
        }
        expect(retryAfterSeconds(readBack, NOW)).toBe(retryAfterSeconds(limits, NOW));
        expect(formatRateLimits(readBack, NOW)).toBe(header);
      }),
    );
  });

  it('are understood by the SDK, however it reads the headers of ingest itself', () => {
    let isMisread = false;
    fc.assert(
      fc.property(anyLimits, fc.integer({ min: 0, max: 100 }), (limits, atSeconds) => {
        const atMs = NOW + atSeconds * 1_000;
        const bySdk = (header: string) =>
          updateSdkRateLimits(
            {},
            { statusCode: 200, headers: { 'x-sentry-rate-limits': header, 'retry-after': null } },
            NOW,
          );
        const ours = bySdk(formatRateLimits(limits, NOW));
        // Control: one limit after the other as they come.
        const plain = bySdk(
          limits
            .map((it) => `${(it.untilMs - NOW) / 1_000}:${it.category === 'all' ? '' : it.category}:key`)
            .join(),
        );
        for (const category of ['error', 'session', 'span', 'replay'] as const) {
          const expected = isLimited(limits, [category], atMs);
          expect(isRateLimited(ours, category, atMs)).toBe(expected);
          isMisread ||= isRateLimited(plain, category, atMs) !== expected;
        }
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(isMisread).toBe(true);
  });
});

describe('parseLimitWait', () => {
  it.each([
    ['30', 30_000],
    [' 30 ', 30_000],
    ['0.5', 1_000],
    ['-1', 0],
    ['1e9', MAX_LIMIT_MS],
    ['Wed, 01 Jul 2026 00:00:30 GMT', 30_000],
    ['Tue, 30 Jun 2026 00:00:30 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT', MAX_LIMIT_MS],
    ['', undefined],
    ['soon', undefined],
    ['2026-07-01', undefined],
  ])('reads %j as %s ms', (text, expected) => {
    expect(parseLimitWait(text, NOW)).toBe(expected);
  });
});
