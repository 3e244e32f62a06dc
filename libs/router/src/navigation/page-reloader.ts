import { callSafely } from '@adit/common';
import type { HardNavigator, HardNavigatorOptions } from './hard-navigation.ts';

/** Options of {@link createPageReloader}. */
export type PageReloaderOptions = Pick<HardNavigatorOptions, 'location' | 'breaker' | 'isOnline' | 'onEvent'>;

/**
 * `createHardNavigator` for one target: the page's own address. That address needs no check, so the first load does not
 * include the code for it.
 */
export function createPageReloader({
  location,
  breaker,
  isOnline,
  onEvent,
}: PageReloaderOptions): Pick<HardNavigator, 'hardNavigate'> {
  return {
    hardNavigate(url, { reason }) {
      // The breaker is asked last, because asking uses the permission up.
      const refusal =
        callSafely(isOnline) === false ? 'offline' : breaker.claim(url) ? undefined : 'already-reloaded';
      callSafely(onEvent, { type: 'hard-navigation', url, reason, refusal });
      if (refusal) return { outcome: 'refused', reason: refusal };
      location.reload();
      return { outcome: 'navigating' };
    },
  };
}
