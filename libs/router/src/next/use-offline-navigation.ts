'use client';

import { useContext, useMemo, useSyncExternalStore } from 'react';
import { BridgeContext } from './bridge-context.ts';

/** A navigation that waits for the network. */
export interface OfflineNavigation {
  /** The target, as an absolute address. */
  readonly target: string;
  /**
   * Asks the server now. If it answers, the navigation continues; it also continues by itself once the network is back.
   */
  readonly retry: () => void;
  /** Cancels the navigation: the visitor stays on the page. */
  readonly back: () => void;
}

const nothing = (): undefined => undefined;
const subscribeToNothing = () => nothing;

/**
 * The navigation that failed because there is no network, if any: show an offline screen instead of the page.
 * `undefined` on the server, while a page hydrates, and without a `NextRouterBridge` above.
 */
export function useOfflineNavigation(): OfflineNavigation | undefined {
  const runtime = useContext(BridgeContext)?.runtime;
  const state = useSyncExternalStore(
    runtime?.navigator.subscribe ?? subscribeToNothing,
    runtime?.navigator.state ?? nothing,
    nothing,
  );
  const target = state?.status === 'failed' && state.reason === 'offline' ? state.target : undefined;
  return useMemo(
    () =>
      runtime === undefined || target === undefined
        ? undefined
        : {
            target,
            retry: () => void runtime.connectivity.suspect(),
            back: () => runtime.navigator.reset(),
          },
    [runtime, target],
  );
}
