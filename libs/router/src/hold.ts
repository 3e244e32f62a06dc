export { reloadOnce } from './browser/reload-once.ts';
export { holdPrefetches } from './governor/hold-prefetches.ts';
