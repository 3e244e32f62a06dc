'use client';

export { classifyFault, type FaultKind } from './classify-fault.ts';
export {
  FaultBoundary,
  type FaultBoundaryProps,
  type FaultProps,
  type FaultReport,
} from './fault-boundary.ts';
export { useFault } from './use-fault.ts';
