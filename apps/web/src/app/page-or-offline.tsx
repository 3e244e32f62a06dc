'use client';

import type { ReactNode } from 'react';
import { OfflineScreen } from '@adit/fallback-ui';
import { useFallbackTexts } from '@adit/fallback-ui/client';
import { useOfflineNavigation } from '@adit/router/next';
import { READER_LANGUAGE } from '../locale-cookie';

/** The page, or the offline screen while a navigation waits for the network. The page keeps its state. */
export function PageOrOffline({ children }: { children: ReactNode }) {
  const offline = useOfflineNavigation();
  const texts = useFallbackTexts(READER_LANGUAGE);
  return (
    <>
      {offline && (
        <OfflineScreen texts={texts} siteName="Adit" retry={offline.retry}>
          <button type="button" className="adit-fallback-action" onClick={offline.back}>
            {texts.actions.back}
          </button>
        </OfflineScreen>
      )}
      <div className="page" hidden={offline !== undefined}>
        {children}
      </div>
    </>
  );
}
