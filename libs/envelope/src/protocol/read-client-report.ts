import { DATA_CATEGORIES, type DataCategory } from './data-category.ts';
import { MAX_REPORT_BYTES } from './client-report.ts';

/** One entry of an SDK's client report: items that the SDK dropped before sending. */
export interface ClientDiscard {
  /** A reason from the specification; `other` for any other. */
  readonly reason: string;
  readonly category: DataCategory;
  readonly quantity: number;
}

/**
 * The maximum number of entries read from one report, and the largest quantity of one: a false report must not hide the
 * true ones.
 */
const MAX_ENTRIES = 100;
const MAX_QUANTITY = 1_000_000;

const LISTS = ['discarded_events', 'rate_limited_events', 'filtered_events'] as const;

/** https://develop.sentry.dev/sdk/telemetry/client-reports/. Text from a client never becomes a label of a metric. */
const REASONS: ReadonlySet<unknown> = new Set([
  'backpressure',
  'before_send',
  'buffer_overflow',
  'cache_overflow',
  'event_processor',
  'ignored',
  'insufficient_data',
  'internal_sdk_error',
  'invalid',
  'network_error',
  'no_parent_span',
  'queue_overflow',
  'ratelimit_backoff',
  'sample_rate',
  'send_error',
  'too_big',
]);

const decoder = new TextDecoder();

/** Reads the payload of a `client_report` item. An invalid payload, or one above 4 KiB, has no entries. */
export function readClientReport(payload: Uint8Array): readonly ClientDiscard[] {
  if (payload.byteLength > MAX_REPORT_BYTES) return [];
  const report = parse(payload);
  return LISTS.flatMap((list) => entriesOf(report[list]))
    .slice(0, MAX_ENTRIES)
    .flatMap(toDiscard);
}

function parse(payload: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(decoder.decode(payload))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function entriesOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

function toDiscard(entry: unknown): readonly ClientDiscard[] {
  const { reason, category: named, quantity } = Object(entry) as Record<string, unknown>;
  const category = DATA_CATEGORIES.find((known) => known === named);
  if (category === undefined || !Number.isSafeInteger(quantity) || (quantity as number) <= 0) return [];
  return [
    {
      reason: REASONS.has(reason) ? (reason as string) : 'other',
      category,
      quantity: Math.min(quantity as number, MAX_QUANTITY),
    },
  ];
}
