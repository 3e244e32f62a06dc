'use client';

import { createContext } from 'react';
import type { RouterRuntime } from './router-runtime.ts';

/** The runtime of the bridge above, if there is one: a global error screen has none. */
export const RouterRuntimeContext = createContext<RouterRuntime | undefined>(undefined);
