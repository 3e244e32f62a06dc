'use client';

import { LateRouterBridge, type LoadedRouterBridge } from '@adit/router/next';
import type { ReactNode } from 'react';
import { adit } from '../adit-config.ts';
import { BASE_PATH, BUILD_ID } from '../built-values.ts';
// Imported only to place it here: chunks of the screens do not repeat modules of the layout's chunk.
import '../screens/caught-error-pages.tsx';
import '../screens/in-visitors-language.tsx';
import { ScreenNonce } from '../screens/screen-nonce.tsx';
import type { OfflineWords } from './bare-offline.tsx';

/**
 * `next dev` compiles a route on its first request, and a second request would wait for the same. So this is the
 * longest time of a timer.
 */
const settings =
  process.env.NODE_ENV === 'development'
    ? { ...adit.router, preset: { routeLoadTimeoutMs: 2_147_483_647 } }
    : adit.router;

/** Not inline in the element: TypeScript would leave the file's extension unchanged there. */
const loadBridge = async (offline: OfflineWords): Promise<LoadedRouterBridge> => {
  const { routerBridge, LateNavigation } = await import('./late-root.ts');
  return { routerBridge, after: <LateNavigation words={offline} /> };
};

/** Props of {@link ClientRoot}. */
export interface ClientRootProps {
  readonly nonce: string | undefined;
  readonly offline: OfflineWords;
  readonly children: ReactNode;
}

/**
 * The part of the root that runs in the browser. It adds no element around the page. The options cannot be passed from
 * a server component, because some are functions.
 */
export function ClientRoot({ nonce, offline, children }: ClientRootProps) {
  return (
    <ScreenNonce nonce={nonce}>
      <LateRouterBridge
        {...settings}
        buildId={BUILD_ID}
        basePath={BASE_PATH}
        load={() => loadBridge(offline)}
      >
        {children}
      </LateRouterBridge>
    </ScreenNonce>
  );
}
