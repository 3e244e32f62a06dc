import type { EarlyItem } from '../early/early-items.ts';

/**
 * The random number of a navigation's trace, from 0 up to 1: the first digits of the item's id. The trace is sampled if
 * the number is below the rate.
 */
export const drawOf = ({ event }: EarlyItem): number => parseInt(event.event_id.slice(0, 8), 16) / 2 ** 32;
