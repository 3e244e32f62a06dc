import type { EarlyItem } from './early-items.ts';

/** Items of one group that are kept. Two groups become events, and SDKs process 64 events at a time. */
const MAX_OF_GROUP = 30;

/**
 * Returns the items with one more. Errors are one group; other items form a group for each kind. In a full group the new
 * item replaces the latest error, or the oldest of the other items. It never replaces an item of another group.
 */
export function addToBuffer(items: readonly EarlyItem[], item: EarlyItem): EarlyItem[] {
  const { isError, kind } = item;
  const group = items.filter((it) => it.isError === isError && (isError || it.kind === kind));
  const replaced = group[MAX_OF_GROUP - 1] && group[isError ? MAX_OF_GROUP - 1 : 0];
  return [...items.filter((it) => it !== replaced), item];
}
