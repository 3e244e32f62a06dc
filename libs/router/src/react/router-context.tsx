'use client';

import { createContext, use, useMemo, type ReactNode } from 'react';
import type { HardNavigator } from '../navigation/hard-navigation.ts';
import type { Navigator } from '../navigation/navigator.ts';
import type { PrefetchOptions } from '../prefetch/prefetcher.ts';
import type { ConnectivityState } from '../monitors/connectivity-monitor.ts';
import type { SkewState } from '../monitors/skew-monitor.ts';
import type { Store } from '../monitors/store.ts';

/** The objects that the hooks and links below a provider use. Only the navigator is required. */
export interface RouterBindings {
  /** The navigator. */
  readonly navigator: Pick<Navigator, 'push' | 'replace' | 'state' | 'subscribe'>;
  /** The prefetcher. Without one, `usePrefetch` does nothing. */
  readonly prefetcher?: { prefetch(href: string, options?: PrefetchOptions): unknown } | undefined;
  /** A connectivity monitor. Default always online. */
  readonly connectivity?: Store<ConnectivityState> | undefined;
  /** A skew monitor. Default none: no update is ever available. */
  readonly skew?: Store<SkewState> | undefined;
  /** Loads the page of a newer build. */
  readonly hard?: Pick<HardNavigator, 'hardNavigate'> | undefined;
  /** The current page, as links write it (`/orders?page=2`). Links to it get `aria-current`. Default: no link gets it. */
  readonly address?: string | undefined;
}

const RouterContext = createContext<RouterBindings | undefined>(undefined);

/** Props of {@link RouterProvider}. */
export interface RouterProviderProps extends RouterBindings {
  readonly children?: ReactNode;
}

/** Provides the navigator and the other objects to the components below. */
export function RouterProvider({
  navigator,
  prefetcher,
  connectivity,
  skew,
  hard,
  address,
  children,
}: RouterProviderProps): ReactNode {
  const bindings = useMemo(
    () => ({ navigator, prefetcher, connectivity, skew, hard, address }),
    [navigator, prefetcher, connectivity, skew, hard, address],
  );
  return <RouterContext value={bindings}>{children}</RouterContext>;
}

/**
 * What the provider above was given.
 *
 * @throws Error where no provider is above
 */
export function useRouterBindings(): RouterBindings {
  const bindings = use(RouterContext);
  if (bindings === undefined) throw new Error('No RouterProvider (or NextRouterBridge) above this component');
  return bindings;
}
