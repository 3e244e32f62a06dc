'use client';

import { DeferredRouterBridge, NavigationProgress } from '@adit/router/next';
import type { ReactNode } from 'react';
import { adit } from '../adit-config.ts';
import { BASE_PATH, BUILD_ID } from '../built-values.ts';
import { PageOrOffline } from './page-or-offline.tsx';

/** The part of the root that runs in the browser. The options cannot cross from a server component: some are functions. */
export function ClientRoot({ children }: { children: ReactNode }) {
  return (
    <DeferredRouterBridge {...adit.router} buildId={BUILD_ID} basePath={BASE_PATH}>
      <PageOrOffline>{children}</PageOrOffline>
      <NavigationProgress />
    </DeferredRouterBridge>
  );
}
