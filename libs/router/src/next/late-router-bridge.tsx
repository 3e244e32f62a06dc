'use client';

import { useRouter } from 'next/navigation.js';
import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { RouterContext } from '../react/router-context.tsx';
import { BridgeContext } from './bridge-context.ts';
import type { createBridge, RouterBridgeCode } from './bridge.tsx';
import { createLateBridge } from './late-bridge.ts';
import type { NextRouterBridgeProps } from './next-router-bridge.tsx';

const nothing = (): undefined => undefined;

/** The result of {@link LateRouterBridgeProps.load}. */
export interface LoadedRouterBridge {
  /** As `@adit/router/next` exports it. */
  readonly routerBridge: RouterBridgeCode;
  /** Content rendered after the children, such as a `NavigationProgress`. Default none. */
  readonly after?: ReactNode;
}

/** Props of {@link LateRouterBridge}. */
export interface LateRouterBridgeProps extends NextRouterBridgeProps {
  /**
   * Imports a module of the application that has the bridge, and what is rendered after the children. It is read once.
   * If it rejects, the next navigation tries again.
   */
  readonly load: () => Promise<LoadedRouterBridge>;
}

/**
 * `DeferredRouterBridge` whose chunk is the application's own, so that the bridge and what is shown with it are one
 * request. Only a client component can pass the function.
 */
export function LateRouterBridge({ children, load, ...settings }: LateRouterBridgeProps): ReactNode {
  const router = useRouter();
  const [late] = useState(() =>
    createLateBridge(settings.buildId, load, ({ routerBridge, after }) =>
      (routerBridge as typeof createBridge)(router, settings, after),
    ),
  );
  const bridge = useSyncExternalStore(late.subscribe, late.loaded, nothing);
  // An ordinary effect runs after the commit, often after a paint. A navigation started by a click in between would get
  // no deadline.
  useLayoutEffect(() => (bridge === undefined ? late.wait() : late.watch()), [late, bridge]);

  return (
    <BridgeContext.Provider value={bridge ?? late}>
      <RouterContext.Provider value={bridge?.runtime ?? late}>
        {children}
        {bridge?.after}
      </RouterContext.Provider>
    </BridgeContext.Provider>
  );
}
