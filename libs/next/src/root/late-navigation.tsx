'use client';

// A chunk of its own: what a page shows of its navigations, once the bridge is there.
import { deferScreen } from '@adit/fallback-ui/deferred';
import { NavigationProgress, useOfflineNavigation, type OfflineNavigation } from '@adit/router/next';
import { useLayoutEffect } from 'react';

const OfflineScreen = deferScreen<Pick<OfflineNavigation, 'retry' | 'back'>>(
  async () => (await import('../screens/late-screens.tsx')).LateOfflineScreen,
);

/** The bar of a slow navigation, and the offline screen while a navigation waits for the network. */
export function LateNavigation({ onOffline }: { onOffline: (isOffline: boolean) => void }) {
  const offline = useOfflineNavigation();
  const isOffline = offline !== undefined;
  // Before the browser paints: page and offline screen are never seen together.
  useLayoutEffect(() => onOffline(isOffline), [onOffline, isOffline]);
  return (
    <>
      {offline && <OfflineScreen retry={offline.retry} back={offline.back} />}
      <NavigationProgress />
    </>
  );
}
