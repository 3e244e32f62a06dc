export { holdMissingChunks } from './browser/hold-missing-chunks.ts';
export { reloadOnce } from './browser/reload-once.ts';
export { holdPrefetches } from './governor/hold-prefetches.ts';

export type { HoldMissingChunksOptions } from './browser/hold-missing-chunks.ts';
