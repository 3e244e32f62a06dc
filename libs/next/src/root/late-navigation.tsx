'use client';

// A separate chunk: what a page shows during navigations, once the bridge is loaded.
import { deferScreen } from '@adit/fallback-ui/deferred';
import { NavigationProgress, useOfflineNavigation, type OfflineNavigation } from '@adit/router/next';
import { OfflineLayer } from './offline-layer.tsx';
import { OutsideBody } from './outside-body.tsx';

const OfflineScreen = deferScreen<Pick<OfflineNavigation, 'retry' | 'back'>>(
  async () => (await import('../screens/late-screens.tsx')).LateOfflineScreen,
);

/** The bar of a slow navigation, and the offline screen while a navigation waits for the network. */
export function LateNavigation() {
  const offline = useOfflineNavigation();
  return (
    <>
      {offline && (
        <OfflineLayer onCancel={offline.back}>
          <OfflineScreen retry={offline.retry} back={offline.back} />
        </OfflineLayer>
      )}
      <OutsideBody>
        <NavigationProgress />
      </OutsideBody>
    </>
  );
}
