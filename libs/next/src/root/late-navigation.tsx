'use client';

// In the bridge's chunk: what a page shows during navigations.
import { clearKeptErrors, createVisit } from '@adit/monitoring-client/visit';
import { deferScreen } from '@adit/fallback-ui/deferred';
import { NavigationProgress, useOfflineNavigation } from '@adit/router/next';
import { useEffect } from 'react';
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

/** The bar of a slow navigation, and the offline screen while a navigation waits for the network. */
export function LateNavigation({ words }: { words: OfflineWords }) {
  const offline = useOfflineNavigation();
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
          <OfflineScreen words={words} retry={offline.retry} back={offline.back} />
        </OfflineLayer>
      )}
      <OutsideBody>
        <NavigationProgress />
      </OutsideBody>
    </>
  );
}
