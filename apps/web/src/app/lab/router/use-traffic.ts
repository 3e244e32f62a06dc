import { useSyncExternalStore } from 'react';
import type { LinkState } from './link-states';
import { NOTHING, openTraffic, type Totals } from './traffic';

const subscribe = (listener: () => void): (() => void) => openTraffic().subscribe(listener);
const nothing = (): Totals => NOTHING;
const unknown = (): undefined => undefined;

/** The sums, at most once a frame. */
export function useTotals(): Totals {
  return useSyncExternalStore(subscribe, () => openTraffic().totals(), nothing);
}

/** What is known of one link. */
export function useLink(number: number | undefined): LinkState | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (number === undefined ? undefined : openTraffic().link(number)),
    unknown,
  );
}
