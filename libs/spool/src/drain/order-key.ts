import { ignoreFailure } from '@adit/envelope';
import type { SpoolEntry } from '../stores/stores.ts';
import type { DrainContext } from './drain-context.ts';
import type { Slot } from './lane.ts';

/** The key by which an envelope keeps its order; `undefined` for none. Of one that cannot be read, ingest gets nothing. */
export async function orderKeyOf(
  context: Pick<DrainContext, 'orderKeyOf'>,
  entry: SpoolEntry,
  slot: Slot,
): Promise<string | undefined> {
  slot.order ??= { key: await ignoreFailure(async () => context.orderKeyOf?.(entry)) };
  return slot.order.key;
}
