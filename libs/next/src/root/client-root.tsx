'use client';

import { DeferredRouterBridge } from '@adit/router/next';
import { useState, type ReactNode } from 'react';
import { adit } from '../adit-config.ts';
import { BASE_PATH, BUILD_ID } from '../built-values.ts';
// For their place only: what the layout's chunk has, the chunks of the screens do not carry again.
import '../screens/caught-error-pages.tsx';
import '../screens/in-visitors-language.tsx';

/** The part of the root that runs in the browser. The options cannot cross from a server component: some are functions. */
export function ClientRoot({ children }: { children: ReactNode }) {
  const [isOffline, setOffline] = useState(false);
  // Not written into the element: TypeScript leaves the file's extension as it is there.
  const loadLate = async () => {
    const { LateNavigation } = await import('./late-navigation.tsx');
    return <LateNavigation onOffline={setOffline} />;
  };
  return (
    <DeferredRouterBridge {...adit.router} buildId={BUILD_ID} basePath={BASE_PATH} late={loadLate}>
      {/* No box of its own: the page lies in the body's layout as it would without the wrapper. It keeps its state offline. */}
      <div hidden={isOffline} style={{ display: isOffline ? 'none' : 'contents' }}>
        {children}
      </div>
    </DeferredRouterBridge>
  );
}
