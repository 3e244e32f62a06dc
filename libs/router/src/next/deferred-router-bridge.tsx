'use client';

import { useRouter } from 'next/navigation.js';
import { Suspense, useLayoutEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { RouterProvider } from '../react/router-context.tsx';
import { BridgeContext } from './bridge-context.ts';
import { createLateBridge } from './late-bridge.ts';
import type { NextRouterBridgeProps } from './next-router-bridge.tsx';

const nothing = (): undefined => undefined;

/** Props of {@link DeferredRouterBridge}. */
export interface DeferredRouterBridgeProps extends NextRouterBridgeProps {
  /**
   * Loads content rendered after the children as soon as the bridge is loaded, such as a `NavigationProgress` in a
   * separate chunk. It is read once. If it rejects, the bridge counts as not loaded, and the next navigation tries
   * again.
   */
  readonly late?: (() => Promise<ReactNode>) | undefined;
}

/**
 * `NextRouterBridge` in a separate chunk, which is loaded when the page is idle, or as soon as a navigation begins.
 * Until then Next navigates alone, and the hooks below see a network, no newer build and no navigation. A navigation
 * that began before the bridge was loaded gets its deadline from then on, if `onRouterTransitionStart` is exported from
 * `instrumentation-client.ts`. Without the chunk, `useNavigate` loads documents.
 */
export function DeferredRouterBridge({
  children,
  late: loadLate,
  ...settings
}: DeferredRouterBridgeProps): ReactNode {
  const router = useRouter();
  const [late] = useState(() =>
    createLateBridge(
      () => Promise.all([import('./bridge.tsx'), loadLate?.()]),
      ([{ createBridge, ShownRoute }, after]) => ({ ...createBridge(router, settings), ShownRoute, after }),
    ),
  );
  const bridge = useSyncExternalStore(late.subscribe, late.loaded, nothing);
  // An ordinary effect runs after the commit, often after a paint. A navigation started by a click in between would get
  // no deadline.
  useLayoutEffect(() => (bridge === undefined ? late.wait() : late.watch()), [late, bridge]);
  const runtime = bridge?.runtime;
  const { buildId } = settings;
  const context = useMemo(() => ({ buildId, runtime }), [buildId, runtime]);

  return (
    <BridgeContext.Provider value={context}>
      <RouterProvider
        navigator={runtime?.navigator ?? late.navigator}
        connectivity={runtime?.connectivity}
        skew={runtime?.skew}
        hard={runtime?.hard}
      >
        {children}
        {/* Without a separate boundary, useSearchParams would prevent prerendering of the whole page. */}
        {bridge?.after}
        {bridge && (
          <Suspense fallback={null}>
            <bridge.ShownRoute runtime={bridge.runtime} />
          </Suspense>
        )}
      </RouterProvider>
    </BridgeContext.Provider>
  );
}
