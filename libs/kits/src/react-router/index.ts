export { captureError } from '../browser/index.ts';
export { AditRoot } from './adit-root.tsx';
export { ErrorBoundary } from './error-boundary.tsx';
