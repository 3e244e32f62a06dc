export { createBrowserPlatform } from './browser-platform.ts';
export { governPrefetches } from './govern-prefetches.ts';

export type { GovernPrefetchesOptions, PrefetchGovernor } from './govern-prefetches.ts';
export type { FetchTarget } from './wrap-fetch.ts';
