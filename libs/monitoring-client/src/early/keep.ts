import type { EarlyItem } from './early-items.ts';

/** Items of one sort kept until the SDK is there. Two sorts become events, and SDKs process 64 at a time. */
const MAX_OF_A_SORT = 30;

/**
 * The items and one more, for which only one of the same sort makes way: errors, or what is not worth the SDK of one kind. Of errors the
 * first ones and the latest stay, of others the latest.
 */
export function keep(items: readonly EarlyItem[], item: EarlyItem): EarlyItem[] {
  const { isError, kind } = item;
  const sort = items.filter((it) => it.isError === isError && (isError || it.kind === kind));
  const least = sort[MAX_OF_A_SORT - 1] && sort[isError ? MAX_OF_A_SORT - 1 : 0];
  return [...items.filter((it) => it !== least), item];
}
