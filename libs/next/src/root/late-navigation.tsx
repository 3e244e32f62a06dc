'use client';

// In the bridge's chunk: what a page shows during navigations.
import { clearKeptErrors, createVisit } from '@adit/monitoring-client/visit';
import { deferScreen } from '@adit/fallback-ui/deferred';
import {
  NavigationProgress,
  useOfflineNavigation,
  useUnsentAction,
  type UnsentAction,
} from '@adit/router/next';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { adit } from '../adit-config.ts';
import { provideVisit } from '../browser/monitoring.ts';
import { TUNNEL_ADDRESS } from '../tunnel-path.ts';
import { BareOffline, type OfflineScreenProps, type OfflineWords } from './bare-offline.tsx';
import { OfflineLayer } from './offline-layer.tsx';
import { OutsideBody } from './outside-body.tsx';

provideVisit(createVisit);
// The visitor does not agree to monitoring any more, or it was switched off.
if (adit.monitoring?.enabled === false) clearKeptErrors(TUNNEL_ADDRESS);

const load = async () => (await import('../screens/late-screens.tsx')).LateOfflineScreen;
const OfflineScreen = deferScreen<OfflineScreenProps>(load, { bare: BareOffline });

const UnsentNotice = lazy<ComponentType<UnsentAction>>(() =>
  import('../screens/late-screens.tsx').then(
    ({ LateUnsentNotice }) => ({ default: LateUnsentNotice }),
    () => ({ default: () => null }),
  ),
);

/**
 * The bar of a slow navigation, the offline screen while a navigation or a sent form waits for the network, and a message if a form has
 * to be sent again.
 */
export function LateNavigation({ words }: { words: OfflineWords }) {
  const offline = useOfflineNavigation();
  const unsent = useUnsentAction();
  useEffect(() => {
    // A network that was gone once may be gone again.
    const fetchAhead = (): void => void load().catch(() => undefined);
    addEventListener('online', fetchAhead, { once: true });
    return () => removeEventListener('online', fetchAhead);
  }, []);
  return (
    <>
      {offline && (
        <OfflineLayer onCancel={offline.back}>
          <OfflineScreen {...offline} words={words} />
        </OfflineLayer>
      )}
      <OutsideBody>
        <NavigationProgress />
        {/* A live region is announced only if it existed before its content. */}
        <div role="status">
          <Suspense>{unsent && <UnsentNotice {...unsent} />}</Suspense>
        </div>
      </OutsideBody>
    </>
  );
}
