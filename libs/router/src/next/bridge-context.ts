'use client';

import { createContext } from 'react';
import type { RouterRuntime } from './router-runtime.ts';

/** The bridge's values for the screens below. */
export interface BridgeContext {
  readonly buildId: string;
  /** `undefined` until a deferred bridge is loaded. */
  readonly runtime?: RouterRuntime | undefined;
}

/** The bridge above, if there is one: a global error screen has none. */
export const BridgeContext = createContext<BridgeContext | undefined>(undefined);
