'use client';

import { useCallback, useSyncExternalStore } from 'react';
import type { HardNavigationResult } from '../navigation/hard-navigation.ts';
import type { HistoryMode } from '../history-mode.ts';
import type { NavigationResult, NavigationState } from '../navigation/navigator.ts';
import type { ConnectivityState } from '../monitors/connectivity-monitor.ts';
import type { SkewState } from '../monitors/skew-monitor.ts';
import type { Store } from '../monitors/store.ts';
import { useRouterBindings } from './use-router-bindings.ts';

const subscribeToNothing = () => () => undefined;

/** The state of a store, or `initial` without a store, on the server, and during hydration. */
function useStore<State>(store: Store<State> | undefined, initial: State): State {
  const initially = (): State => initial;
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, store?.state ?? initially, initially);
}

/** Navigates to `href`; `history` defaults to `push`. */
export type Navigate = (
  href: string,
  options?: { readonly history?: HistoryMode | undefined },
) => NavigationResult;

/**
 * Returns a function that navigates. It stays the same as long as the provider's navigator does.
 *
 * @throws Error if there is no `RouterProvider` above
 */
export function useNavigate(): Navigate {
  const { navigator } = useRouterBindings();
  return useCallback((href, { history = 'push' } = {}) => navigator[history](href), [navigator]);
}

const IDLE: NavigationState = { status: 'idle' };

/**
 * Returns the state of the newest navigation: idle, loading, slow or failed. On the server and during hydration it is idle.
 *
 * @throws Error if there is no `RouterProvider` above
 */
export function useNavigationState(): NavigationState {
  return useStore(useRouterBindings().navigator, IDLE);
}

const ONLINE: ConnectivityState = { online: true };

/**
 * Returns whether the page is online. It is online on the server, during hydration, and if the provider has no connectivity
 * monitor.
 *
 * @throws Error if there is no `RouterProvider` above
 */
export function useConnectivity(): ConnectivityState {
  return useStore(useRouterBindings().connectivity, ONLINE);
}

/** How to load a newer build. */
export interface ReloadOptions {
  /** The visitor has confirmed it: unsaved input or an earlier reload no longer prevents it. Default `false`. */
  readonly confirmed?: boolean | undefined;
}

/** A newer build, or none. */
export interface UpdateAvailable {
  readonly available: boolean;
  /** The build that answers now. */
  readonly to: string | undefined;
  /**
   * Loads the current page from the newer build: at most once for each build and page, and not if unsent input would be lost,
   * unless confirmed. Returns `undefined` if the provider has no hard navigator.
   */
  readonly reload: (options?: ReloadOptions) => HardNavigationResult | undefined;
}

const CURRENT: SkewState = { status: 'current' };

/**
 * Returns whether a newer build is available, and a function that loads it.
 *
 * @throws Error if there is no `RouterProvider` above
 */
export function useUpdateAvailable(): UpdateAvailable {
  const { skew, hard } = useRouterBindings();
  const state = useStore(skew, CURRENT);
  const available = state.status === 'outdated';
  const reload = useCallback(
    ({ confirmed = false }: ReloadOptions = {}) =>
      hard?.hardNavigate(location.href, {
        reason: confirmed ? 'confirmed' : 'version-skew',
        history: 'replace',
      }),
    [hard],
  );
  return { available, to: available ? state.to : undefined, reload };
}
