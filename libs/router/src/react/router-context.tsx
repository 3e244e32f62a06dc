'use client';

import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { HistoryMode } from '../navigation/history-mode.ts';
import type { NavigationResult, NavigationState, Navigator } from '../navigation/navigator.ts';

const NavigatorContext = createContext<Navigator | undefined>(undefined);

/** Props of {@link RouterProvider}. */
export interface RouterProviderProps {
  /** The navigator the hooks below speak to. */
  readonly navigator: Navigator;
  readonly children?: ReactNode;
}

/** Gives the components below a navigator. */
export function RouterProvider({ navigator, children }: RouterProviderProps): ReactNode {
  return <NavigatorContext value={navigator}>{children}</NavigatorContext>;
}

function useNavigator(): Navigator {
  const navigator = use(NavigatorContext);
  if (navigator === undefined)
    throw new Error('No RouterProvider (or NextRouterBridge) above this component');
  return navigator;
}

/** Navigates to `href`; `history` defaults to `push`. */
export type Navigate = (
  href: string,
  options?: { readonly history?: HistoryMode | undefined },
) => NavigationResult;

/**
 * A function that navigates.
 *
 * @throws Error where no provider is above
 */
export function useNavigate(): Navigate {
  const navigator = useNavigator();
  return (href, { history = 'push' } = {}) => navigator[history](href);
}

const IDLE: NavigationState = { status: 'idle' };

/**
 * Where the newest navigation stands: idle, loading, slow or failed. On the server it is idle.
 *
 * @throws Error where no provider is above
 */
export function useNavigationState(): NavigationState {
  const navigator = useNavigator();
  return useSyncExternalStore(navigator.subscribe, navigator.state, () => IDLE);
}
