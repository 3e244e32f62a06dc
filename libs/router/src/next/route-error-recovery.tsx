'use client';

import { use, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createBrowserPlatform } from '../browser/browser-platform.ts';
import { createHardNavigator } from '../navigation/hard-navigation.ts';
import { createReloadBreaker } from '../skew/reload-breaker.ts';
import { createRouteRecovery, type RecoveryState } from './route-recovery.ts';
import { RouterRuntimeContext } from './router-runtime-context.ts';
import type { RouterRuntime } from './router-runtime.ts';

/** Options of {@link useRouteErrorRecovery}. */
export interface RouteErrorRecoveryOptions {
  /** For a screen outside the bridge (`global-error.tsx`); inside, the bridge's counts. Default `unknown`: one reload for each target. */
  readonly buildId?: string | undefined;
}

/** What the recovery needs of a runtime, for screens that replace the layout and the bridge with it. */
function createDetachedRuntime(buildId: string): Pick<RouterRuntime, 'platform' | 'hard' | 'broke'> {
  const platform = createBrowserPlatform();
  const { location, storage, isOnline } = platform;
  const breaker = createReloadBreaker({ buildId, storage, location });
  return { platform, hard: createHardNavigator({ location, breaker, isOnline }), broke: () => undefined };
}

const showing = (): RecoveryState => 'showing';

/**
 * For `error.tsx` and `global-error.tsx`: loads the page anew when its chunk is missing or its data broke off, at most
 * once for each build and target, and tells whether that is under way (`recovering`) or the screen is to show (`showing`).
 */
export function useRouteErrorRecovery(
  error: unknown,
  { buildId = 'unknown' }: RouteErrorRecoveryOptions = {},
): RecoveryState {
  const bridged = use(RouterRuntimeContext);
  const [runtime] = useState(() => bridged ?? createDetachedRuntime(buildId));
  const recovery = useMemo(
    () =>
      createRouteRecovery({
        error,
        platform: runtime.platform,
        hard: runtime.hard,
        onBroke: runtime.broke,
      }),
    [error, runtime],
  );
  return useSyncExternalStore(recovery.subscribe, recovery.state, showing);
}

/** Props of {@link RouteErrorRecovery}. */
export interface RouteErrorRecoveryProps extends RouteErrorRecoveryOptions {
  /** The error the screen received. */
  readonly error: unknown;
  /** Shown while the page is loaded anew. Default nothing. */
  readonly recovering?: ReactNode;
  /** The error screen. */
  readonly children: ReactNode;
}

/** {@link useRouteErrorRecovery} as a component around the error screen. */
export function RouteErrorRecovery({
  error,
  buildId,
  recovering = null,
  children,
}: RouteErrorRecoveryProps): ReactNode {
  return useRouteErrorRecovery(error, { buildId }) === 'recovering' ? recovering : children;
}
