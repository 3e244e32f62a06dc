import type { Discard, DiscardTally } from '../protocol/client-report.ts';
import type { DiscardKind } from '../protocol/data-category.ts';
import type { ItemCount } from '../protocol/item-count.ts';

/** Counts what the tunnel itself drops. */
export interface Discards {
  readonly record: (
    dsn: string,
    kind: DiscardKind,
    reason: string,
    items: Pick<ItemCount, 'quantities'>,
  ) => void;
}

/** Creates {@link Discards} that are reported to ingest and told to the host. */
export function createDiscards(
  tally: Pick<DiscardTally, 'record'>,
  onRecorded: (discards: readonly Discard[]) => void,
): Discards {
  return {
    record: (dsn, kind, reason, items) => {
      const quantities = items.quantities();
      if (quantities.length > 0) onRecorded(tally.record(dsn, kind, reason, quantities));
    },
  };
}
