import {
  countItems,
  type DataCategory,
  type DiscardKind,
  type ItemFacts,
} from '../protocol/data-category.ts';
import type { DiscardTally } from '../protocol/client-report.ts';

/** Something the tunnel itself dropped. */
export interface Discarded {
  /** A word of the specification, or, with `rate_limited_events`, the limit's own. */
  readonly reason: string;
  readonly kind: DiscardKind;
  readonly category: DataCategory;
  /** Items, or bytes where the category counts those. */
  readonly quantity: number;
}

/** Counts what the tunnel itself drops. */
export interface Discards {
  readonly record: (dsn: string, kind: DiscardKind, reason: string, items: readonly ItemFacts[]) => void;
}

/** Creates {@link Discards} that are reported to ingest and told to the host. */
export function createDiscards(
  tally: Pick<DiscardTally, 'record'>,
  onRecorded: (discarded: readonly Discarded[]) => void,
): Discards {
  return {
    record: (dsn, kind, reason, items) => {
      if (items.length === 0) return;
      tally.record(dsn, kind, reason, items);
      onRecorded(countItems(items, kind).map((counted) => ({ ...counted, kind, reason })));
    },
  };
}
