export { FaultBoundary, type ReportingBoundaryProps } from './fault-boundary.tsx';
