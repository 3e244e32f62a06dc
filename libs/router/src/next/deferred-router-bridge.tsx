'use client';

import type { ReactNode } from 'react';
import { LateRouterBridge } from './late-router-bridge.tsx';
import type { NextRouterBridgeProps } from './next-router-bridge.tsx';

// In a module apart from `LateRouterBridge`: bundlers would split that one's chunk, which has the same modules.
const load = () => import('./bridge.tsx');

/**
 * `NextRouterBridge` in a separate chunk, which is loaded when the page is idle, or as soon as a navigation begins.
 * Until then Next navigates alone, and the hooks below see a network, no newer build and no navigation. A navigation
 * that began before the bridge was loaded gets its deadline from then on, if `onRouterTransitionStart` is exported from
 * `instrumentation-client.ts`. Without the chunk, `useNavigate` loads documents.
 */
export function DeferredRouterBridge(props: NextRouterBridgeProps): ReactNode {
  return <LateRouterBridge {...props} load={load} />;
}
