'use client';

import { usePathname, useSearchParams } from 'next/navigation.js';
import { use, useEffect, type ReactNode } from 'react';
import { createBrowserPlatform } from '../browser/browser-platform.ts';
import { networkSignal, visibilitySignal } from '../browser/host-signals.ts';
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
   * with the reason `unsaved-input`, which the application shows, and asks about. Default `false`.
   */
  readonly guardUnsavedInput?: boolean | undefined;
}

/** The parts of a bridge that are made before React renders it. */
export interface Bridge {
  readonly runtime: RouterRuntime;
  /** Listens to the document; returns the way to stop. */
  readonly watch: () => () => void;
}

/** @throws RangeError when `buildId` is empty, or a number is not a whole number of milliseconds that a timer takes */
export function createBridge(
  soft: RouterRuntimeOptions['soft'],
  { guardUnsavedInput = false, ...settings }: BridgeSettings,
): Bridge {
  const { basePath = '', deploymentId } = settings;
  const runtime = createRouterRuntime({
    ...settings,
    platform: createBrowserPlatform(),
    soft,
    network: networkSignal,
    visibility: visibilitySignal,
  });
  const options = { basePath, inspectsAnswers: deploymentId !== undefined, guardsInput: guardUnsavedInput };
  return { runtime, watch: () => watchDocument(runtime, window, options) };
}

/**
 * Reports the route that is shown. While a document is being loaded it suspends, which holds the router's transition
 * back: a soft navigation that arrives after all would push a history entry of its own beside the document's. Next's
 * router suspends in the same way for its own full page loads (client/components/app-router.js).
 */
export function ShownRoute({ runtime }: { readonly runtime: RouterRuntime }): ReactNode {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const departure = runtime.departure();
  if (departure !== undefined) use(departure);
  // Next has written the history entry by now: its HistoryUpdater does so in an insertion effect.
  useEffect(() => runtime.shown(runtime.platform.location.href), [runtime, pathname, search]);
  return null;
}
