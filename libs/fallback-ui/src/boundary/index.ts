'use client';

export { FaultBoundary, type FaultProps } from './fault-boundary.ts';
export type { FaultKind } from './classify-fault.ts';
export { useFault } from './use-fault.ts';
