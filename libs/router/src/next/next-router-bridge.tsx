'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation.js';
import { Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { createBrowserPlatform } from '../browser/browser-platform.ts';
import { networkSignal, visibilitySignal } from '../browser/host-signals.ts';
import { RouterProvider } from '../react/router-context.tsx';
import { RouterRuntimeContext } from './router-runtime-context.ts';
import { createRouterRuntime, type RouterRuntime, type RouterSettings } from './router-runtime.ts';
import { watchDocument } from './watch-document.ts';

/** Props of {@link NextRouterBridge}. They are read once, when the bridge mounts. */
export interface NextRouterBridgeProps extends RouterSettings {
  /**
   * Whether input that the visitor has typed and not sent prevents document loads. The navigation is then `failed`
   * with the reason `unsaved-input`, which the application shows, and asks about. Default `false`.
   */
  readonly guardUnsavedInput?: boolean | undefined;
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
 * Connects the App Router: link clicks get the route deadline, the hooks of `@adit/router/react` work below, and error
 * screens below can recover. Put it into the root layout, around the page. Nothing listens, and nothing is asked of the
 * server, before it has mounted.
 *
 * @throws RangeError when `buildId` is empty, or a number is not a whole number of milliseconds that a timer takes
 */
export function NextRouterBridge({
  guardUnsavedInput = false,
  children,
  ...settings
}: NextRouterBridgeProps): ReactNode {
  const router = useRouter();
  const [{ runtime, watch }] = useState(() => {
    const { basePath = '', deploymentId } = settings;
    const created = createRouterRuntime({
      ...settings,
      platform: createBrowserPlatform(),
      soft: router,
      network: networkSignal,
      visibility: visibilitySignal,
    });
    const options = { basePath, inspectsAnswers: deploymentId !== undefined, guardsInput: guardUnsavedInput };
    return { runtime: created, watch: () => watchDocument(created, window, options) };
  });
  useEffect(watch, [watch]);

  return (
    <RouterRuntimeContext value={runtime}>
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
    </RouterRuntimeContext>
  );
}
