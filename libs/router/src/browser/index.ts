export { createBrowserPlatform } from './browser-platform.ts';
export { networkSignal, visibilitySignal } from './host-signals.ts';
export { createPageLife } from './page-life.ts';
export { readPrefetchConditions } from './prefetch-conditions.ts';
export { recoverMissingChunks } from './recover-missing-chunks.ts';
export { watchUnsavedInput } from './unsaved-input.ts';
export { watchIntents } from './watch-intents.ts';

export type { PageLife, PageLifeOptions, ShownPage } from './page-life.ts';
export type { RecoverMissingChunksOptions } from './recover-missing-chunks.ts';
export type { UnsavedInput, WatchUnsavedInputOptions } from './unsaved-input.ts';
export type { IntentSource, LinkIntent, WatchIntentsOptions } from './watch-intents.ts';
