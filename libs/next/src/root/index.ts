export { AditRoot, type AditRootProps } from './adit-root.tsx';
