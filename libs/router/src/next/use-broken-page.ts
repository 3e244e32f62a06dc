'use client';

import { useContext, useEffect } from 'react';
import { BridgeContext } from './bridge-context.ts';

/**
 * For an error screen in a chunk of its own: tells the bridge that the page does not work, so that it is not reloaded
 * again and again. `useRouteErrorRecovery` does so, too. Without a bridge above, nothing happens.
 */
export function useBrokenPage(): void {
  const runtime = useContext(BridgeContext)?.runtime;
  useEffect(() => runtime?.broke(location.href), [runtime]);
}
