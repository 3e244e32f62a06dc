'use client';

import { useRouter } from 'next/navigation.js';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { RouterContext } from '../react/router-context.tsx';
import { BridgeContext } from './bridge-context.ts';
import { createBridge, type BridgeSettings } from './bridge.tsx';

/** Props of {@link NextRouterBridge}. They are read once, when the bridge mounts. */
export interface NextRouterBridgeProps extends BridgeSettings {
  readonly children?: ReactNode;
}

/**
 * Connects the App Router: link clicks get the route deadline, the hooks of `@adit/router/react` work below, and error
 * screens below can recover. Put it into the root layout, around the page. It listens, and sends requests, only after
 * it has mounted.
 *
 * @throws RangeError if `buildId` is empty, or a number is not a whole number of milliseconds that a timer accepts
 */
export function NextRouterBridge({ children, ...settings }: NextRouterBridgeProps): ReactNode {
  const router = useRouter();
  const [bridge] = useState(() => createBridge(router, settings));
  const { runtime, watch, after } = bridge;
  // An ordinary effect runs after the commit, often after a paint. A navigation started by a click in between would get
  // no deadline.
  useLayoutEffect(watch, [watch]);

  return (
    <BridgeContext.Provider value={bridge}>
      <RouterContext.Provider value={runtime}>
        {children}
        {after}
      </RouterContext.Provider>
    </BridgeContext.Provider>
  );
}
