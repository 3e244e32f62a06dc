'use client';

import { useContext, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createBrowserPlatform } from '../browser/browser-platform.ts';
import { createReloadBreaker } from '../reload/reload-breaker.ts';
import { createPageReloader } from '../navigation/page-reloader.ts';
import { BridgeContext } from './bridge-context.ts';
import { createRouteRecovery, type RecoveryState, type RouteRecoveryOptions } from './route-recovery.ts';
import type { RouterRuntime } from './router-runtime.ts';

/** Options of {@link useRouteErrorRecovery}. */
export interface RouteErrorRecoveryOptions {
  /**
   * The bridge's `buildId`, for a screen outside it (`global-error.tsx`). Inside, the bridge's own is used. Default
   * `unknown`, also for an empty one, because an error screen must not throw: one reload for each page in the life of a
   * tab, even after a new deployment, because the bridge settles only marks of its own build.
   */
  readonly buildId?: string | undefined;
  /** The time after which the screen shows if the reloaded page has not arrived. Default 10,000 ms. */
  readonly documentTimeoutMs?: number | undefined;
}

/** The parts of a runtime that the recovery needs, for screens that replace both the layout and the bridge. */
function createDetachedRuntime(
  buildId: string,
): Pick<RouterRuntime, 'platform' | 'broke'> & Pick<RouteRecoveryOptions, 'hard'> {
  const platform = createBrowserPlatform();
  const { location, storage, isOnline } = platform;
  const breaker = createReloadBreaker({ buildId, storage, location });
  return { platform, hard: createPageReloader({ location, breaker, isOnline }), broke: () => undefined };
}

const showing = (): RecoveryState => 'showing';

/**
 * For `error.tsx` and `global-error.tsx`: reloads the page if its chunk is missing or its data was cut off, at most
 * once for each build and target. Returns `recovering` while it reloads, and `showing` if the screen should show,
 * because a reload would not help or the page has not arrived.
 */
export function useRouteErrorRecovery(
  error: unknown,
  { buildId, documentTimeoutMs }: RouteErrorRecoveryOptions = {},
): RecoveryState {
  const bridge = useContext(BridgeContext);
  const bridged = bridge?.runtime;
  const [runtime] = useState(
    () => bridged ?? createDetachedRuntime((bridge?.buildId ?? buildId) || 'unknown'),
  );
  const recovery = useMemo(
    () =>
      createRouteRecovery({
        error,
        platform: runtime.platform,
        hard: runtime.hard,
        onBroke: runtime.broke,
        documentTimeoutMs,
      }),
    [error, runtime, documentTimeoutMs],
  );
  useEffect(() => {
    // A deferred bridge that is loaded after the fault must not count the page as working.
    if (bridged !== runtime) bridged?.broke(location.href, recovery.kind);
  }, [bridged, runtime, recovery]);
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) recovery.restored();
    };
    window.addEventListener('pageshow', restore);
    return () => window.removeEventListener('pageshow', restore);
  }, [recovery]);
  return useSyncExternalStore(recovery.subscribe, recovery.state, showing);
}

/** Props of {@link RouteErrorRecovery}. */
export interface RouteErrorRecoveryProps extends RouteErrorRecoveryOptions {
  /** The error the screen received. */
  readonly error: unknown;
  /** Shown while the page is reloaded. Default nothing. */
  readonly recovering?: ReactNode;
  /** The error screen. */
  readonly children: ReactNode;
}

/** {@link useRouteErrorRecovery} as a component around the error screen. */
export function RouteErrorRecovery({
  error,
  recovering = null,
  children,
  ...options
}: RouteErrorRecoveryProps): ReactNode {
  return useRouteErrorRecovery(error, options) === 'recovering' ? recovering : children;
}
