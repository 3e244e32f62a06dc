'use client';

import { deferScreen } from '@adit/fallback-ui/deferred';
import { useOfflineNavigation, type OfflineNavigation } from '@adit/router/next';
import type { ReactNode } from 'react';

const OfflineScreen = deferScreen<Pick<OfflineNavigation, 'retry' | 'back'>>(
  async () => (await import('../screens/late-screens.tsx')).LateOfflineScreen,
);

/** The page, or the offline screen while a navigation waits for the network. The page keeps its state. */
export function PageOrOffline({ children }: { children: ReactNode }) {
  const offline = useOfflineNavigation();
  return (
    <>
      {offline && <OfflineScreen retry={offline.retry} back={offline.back} />}
      {/* No box of its own: the page lies in the body's layout as it would without the wrapper. */}
      <div hidden={offline !== undefined} style={{ display: offline ? 'none' : 'contents' }}>
        {children}
      </div>
    </>
  );
}
