'use client';

import { usePathname, useSearchParams } from 'next/navigation.js';
import { Suspense, useEffect, type ReactNode } from 'react';
import { createBrowserPlatform } from '../browser/browser-platform.ts';
import { networkSignal, visibilitySignal } from '../browser/host-signals.ts';
import type { BridgeContext } from './bridge-context.ts';
import {
  createRouterRuntime,
  type RouterRuntime,
  type RouterRuntimeOptions,
  type RouterSettings,
} from './router-runtime.ts';
import { watchDocument } from './watch-document.ts';

/** Settings of a bridge. They are read once. */
export interface BridgeSettings extends RouterSettings {
  /**
   * Whether input that the visitor has typed and not sent prevents full page loads. The navigation is then `failed`
   * with the reason `unsaved-input`; the application shows that and asks the visitor. Default `false`.
   */
  readonly guardUnsavedInput?: boolean | undefined;
}

/** The parts of a bridge that are made before React renders it. */
export interface Bridge extends BridgeContext {
  readonly runtime: RouterRuntime;
  /** Listens to the document; returns a function that stops. */
  readonly watch: () => () => void;
  /** Rendered after the children. */
  readonly after: ReactNode;
}

/**
 * @param after rendered after the children
 * @throws RangeError if `buildId` is empty, or a number is not a whole number of milliseconds that a timer accepts
 */
export function createBridge(
  soft: RouterRuntimeOptions['soft'],
  { guardUnsavedInput = false, ...settings }: BridgeSettings,
  after?: ReactNode,
): Bridge {
  const { basePath = '', buildId, deploymentId } = settings;
  const runtime = createRouterRuntime({
    ...settings,
    platform: createBrowserPlatform(),
    soft,
    network: networkSignal,
    visibility: visibilitySignal,
  });
  const options = { basePath, inspectsAnswers: deploymentId !== undefined, guardsInput: guardUnsavedInput };
  return {
    buildId,
    runtime,
    watch: () => watchDocument(runtime, window, options),
    after: (
      <>
        {after}
        {/* Without a separate boundary, useSearchParams would prevent prerendering of the whole page. */}
        <Suspense fallback={null}>
          <ShownRoute runtime={runtime} />
        </Suspense>
      </>
    ),
  };
}

/** The code of the bridge. Only `LateRouterBridge` calls it. */
export type RouterBridgeCode = (...args: never) => object;

/** `createBridge` without its types, which are not public. */
export const routerBridge: RouterBridgeCode = createBridge;

/**
 * Reports the route that is shown. While a document is being loaded it suspends, which holds the router's transition
 * back: otherwise a soft navigation that arrives late would push its own history entry in addition to the document's.
 * Next's router suspends in the same way for its own full page loads (client/components/app-router.js).
 */
function ShownRoute({ runtime }: { readonly runtime: RouterRuntime }): ReactNode {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const departure = runtime.departure();
  // oxlint-disable-next-line typescript/only-throw-error -- what `use` does, which React 18.3 does not have
  if (departure !== undefined) throw departure;
  // Next has written the history entry by now: its HistoryUpdater does so in an insertion effect.
  useEffect(() => runtime.shown(runtime.platform.location.href), [runtime, pathname, search]);
  return null;
}
