export { base as default } from './next.base.mjs';
