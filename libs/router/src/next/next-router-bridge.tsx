'use client';

import { useRouter } from 'next/navigation.js';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { RouterProvider } from '../react/router-context.tsx';
import { BridgeContext } from './bridge-context.ts';
import { createBridge, ShownRoute, type BridgeSettings } from './bridge.tsx';

/** Props of {@link NextRouterBridge}. They are read once, when the bridge mounts. */
export interface NextRouterBridgeProps extends BridgeSettings {
  readonly children?: ReactNode;
}

/**
 * Connects the App Router: link clicks get the route deadline, the hooks of `@adit/router/react` work below, and error
 * screens below can recover. Put it into the root layout, around the page. Nothing listens, and nothing is asked of the
 * server, before it has mounted.
 *
 * @throws RangeError when `buildId` is empty, or a number is not a whole number of milliseconds that a timer takes
 */
export function NextRouterBridge({ children, ...settings }: NextRouterBridgeProps): ReactNode {
  const router = useRouter();
  const [{ runtime, watch, context }] = useState(() => {
    const bridge = createBridge(router, settings);
    return { ...bridge, context: { buildId: settings.buildId, runtime: bridge.runtime } };
  });
  useEffect(watch, [watch]);

  return (
    <BridgeContext value={context}>
      <RouterProvider
        navigator={runtime.navigator}
        prefetcher={runtime}
        connectivity={runtime.connectivity}
        skew={runtime.skew}
        hard={runtime.hard}
      >
        {children}
        {/* Without a boundary of its own, useSearchParams would keep the whole page from being prerendered. */}
        <Suspense fallback={null}>
          <ShownRoute runtime={runtime} />
        </Suspense>
      </RouterProvider>
    </BridgeContext>
  );
}
