'use client';

import { useContext, useMemo, useSyncExternalStore } from 'react';
import { BridgeContext } from './bridge-context.ts';

/** A navigation or a Server Action that waits for the network. */
export interface OfflineNavigation {
  /** The target of the navigation, or the page of the action, as an absolute address. */
  readonly target: string;
  /** Whether a Server Action of the visitor waits: it is sent, once, when the network is back. */
  readonly isAction: boolean;
  /** Asks the server now. If it answers, what waits continues; it also continues by itself once the network is back. */
  readonly retry: () => void;
  /**
   * Cancels the navigation: the visitor stays on the page. An action fails as its request would without a network, and is
   * never sent.
   */
  readonly back: () => void;
}

const nothing = (): undefined => undefined;
const subscribeToNothing = () => nothing;

/**
 * The navigation or Server Action that waits because there is no network, if any: show an offline screen above the page,
 * which keeps what the visitor typed. `undefined` on the server, while a page hydrates, and without a `NextRouterBridge`
 * above.
 */
export function useOfflineNavigation(): OfflineNavigation | undefined {
  const runtime = useContext(BridgeContext)?.runtime;
  const state = useSyncExternalStore(
    runtime?.navigator.subscribe ?? subscribeToNothing,
    runtime?.navigator.state ?? nothing,
    nothing,
  );
  const giveUp = useSyncExternalStore(
    runtime?.held.subscribe ?? subscribeToNothing,
    runtime?.held.state ?? nothing,
    nothing,
  );
  const target = state?.status === 'failed' && state.reason === 'offline' ? state.target : undefined;
  return useMemo(() => {
    if (runtime === undefined) return undefined;
    const retry = (): void => void runtime.connectivity.suspect();
    if (giveUp) return { target: runtime.platform.location.href, isAction: true, retry, back: giveUp };
    if (target === undefined) return undefined;
    return { target, isAction: false, retry, back: () => runtime.navigator.reset() };
  }, [runtime, giveUp, target]);
}
