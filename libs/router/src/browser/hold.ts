export { reloadOnce } from './reload-once.ts';
export { holdMissingChunks } from './hold-missing-chunks.ts';

export type { HoldMissingChunksOptions } from './hold-missing-chunks.ts';
