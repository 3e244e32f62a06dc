'use client';

import { useOfflineNavigation } from '@adit/router/next';
import type { ReactNode } from 'react';
import { BareMessage } from '../screens/bare-message.tsx';
import { useScreens } from '../screens/use-screens.ts';

/** The page, or the offline screen while a navigation waits for the network. The page keeps its state. */
export function PageOrOffline({ children }: { children: ReactNode }) {
  const offline = useOfflineNavigation();
  return (
    <>
      {offline && <Offline retry={offline.retry} back={offline.back} />}
      <div className="adit-page" hidden={offline !== undefined}>
        {children}
      </div>
    </>
  );
}

function Offline(props: { retry: () => void; back: () => void }) {
  const screens = useScreens();
  if (screens === 'waiting') return <main aria-busy="true" />;
  return screens === 'missing' ? <BareMessage /> : <screens.LateOfflineScreen {...props} />;
}
