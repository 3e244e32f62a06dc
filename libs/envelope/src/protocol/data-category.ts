/**
 * The categories that ingest counts and limits, with Relay's names and in Relay's order
 * (`relay-base-schema/src/data_category.rs`), except those that no envelope item counts as.
 */
export const DATA_CATEGORIES = [
  'error',
  'transaction',
  'security',
  'attachment',
  'session',
  'profile',
  'replay',
  'transaction_indexed',
  'monitor',
  'profile_indexed',
  'span',
  'feedback',
  'metric_bucket',
  'span_indexed',
  'profile_chunk',
  'attachment_item',
  'log_item',
  'log_byte',
  'profile_chunk_ui',
  'trace_metric',
  'profile_backend',
  'profile_ui',
  'trace_metric_byte',
] as const;

/** One of {@link DATA_CATEGORIES}. */
export type DataCategory = (typeof DATA_CATEGORIES)[number];

/** The lists of a client report that the tunnel writes. */
export type DiscardKind = 'discarded_events' | 'rate_limited_events' | 'filtered_events';
