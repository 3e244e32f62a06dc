'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation.js';
import { Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { createBrowserPlatform } from '../browser/browser-platform.ts';
import type { Preset } from '../presets.ts';
import { RouterProvider } from '../react/router-context.tsx';
import { RouterRuntimeContext } from './router-runtime-context.ts';
import { createRouterRuntime, type RouterRuntime } from './router-runtime.ts';
import { watchDocument } from './watch-document.ts';

/** Props of {@link NextRouterBridge}. They are read once, when the bridge mounts. */
export interface NextRouterBridgeProps {
  /** What was deployed: at most one reload for each build and target. */
  readonly buildId: string;
  /** The numbers. Default `presets.spec`. */
  readonly preset?: Pick<Preset, 'routeLoadTimeoutMs'> | undefined;
  /** `basePath` of next.config, if any. */
  readonly basePath?: string | undefined;
  readonly children?: ReactNode;
}

/**
 * Reports the route that is shown. While a document is being loaded it suspends, which holds the router's transition
 * back: a soft navigation that arrives after all would push a history entry of its own beside the document's. Next's
 * router suspends in the same way for its own full-page navigations (client/components/app-router.js).
 */
function ShownRoute({ runtime }: { readonly runtime: RouterRuntime }): ReactNode {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const departure = runtime.departure();
  if (departure !== undefined) use(departure);
  // Next has written the history entry by now: its HistoryUpdater does so in an insertion effect.
  useEffect(() => runtime.shown(runtime.platform.location.href), [runtime, pathname, search]);
  return null;
}

/**
 * Connects the App Router: link clicks get the route deadline, `useNavigate` and `useNavigationState` work below, and
 * error screens below can recover. Put it into the root layout, around the page.
 *
 * @throws RangeError when `buildId` is empty
 */
export function NextRouterBridge({
  buildId,
  preset,
  basePath = '',
  children,
}: NextRouterBridgeProps): ReactNode {
  const router = useRouter();
  const [runtime] = useState(() =>
    createRouterRuntime({ platform: createBrowserPlatform(), soft: router, buildId, preset, basePath }),
  );
  useEffect(() => watchDocument(runtime, window, basePath), [runtime, basePath]);

  return (
    <RouterRuntimeContext value={runtime}>
      <RouterProvider navigator={runtime.navigator}>
        {children}
        {/* Without a boundary of its own, useSearchParams would keep the whole page from being prerendered. */}
        <Suspense fallback={null}>
          <ShownRoute runtime={runtime} />
        </Suspense>
      </RouterProvider>
    </RouterRuntimeContext>
  );
}
