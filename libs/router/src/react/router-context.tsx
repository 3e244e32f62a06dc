'use client';

import { createContext, useMemo, type ReactNode } from 'react';
import type { HardNavigator } from '../navigation/hard-navigation.ts';
import type { Navigator } from '../navigation/navigator.ts';
import type { ConnectivityState } from '../monitors/connectivity-monitor.ts';
import type { SkewState } from '../monitors/skew-monitor.ts';
import type { Store } from '../monitors/store.ts';

/** The objects that the hooks below a provider use. Only the navigator is required. */
export interface RouterBindings {
  /** The navigator. */
  readonly navigator: Pick<Navigator, 'push' | 'replace' | 'state' | 'subscribe'>;
  /** A connectivity monitor. Default always online. */
  readonly connectivity?: Store<ConnectivityState> | undefined;
  /** A skew monitor. Default none: no update is ever available. */
  readonly skew?: Store<SkewState> | undefined;
  /** Loads the page of a newer build. */
  readonly hard?: Pick<HardNavigator, 'hardNavigate'> | undefined;
}

/** The objects passed to the provider above. */
export const RouterContext = createContext<RouterBindings | undefined>(undefined);

/** Props of {@link RouterProvider}. */
export interface RouterProviderProps extends RouterBindings {
  readonly children?: ReactNode;
}

/** Provides the navigator and the other objects to the components below. */
export function RouterProvider({
  navigator,
  connectivity,
  skew,
  hard,
  children,
}: RouterProviderProps): ReactNode {
  const bindings = useMemo(
    () => ({ navigator, connectivity, skew, hard }),
    [navigator, connectivity, skew, hard],
  );
  return <RouterContext.Provider value={bindings}>{children}</RouterContext.Provider>;
}
