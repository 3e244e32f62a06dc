export { governPrefetches } from './govern-prefetches.ts';

export type { FetchTarget } from '../browser/wrap-fetch.ts';
export type { GovernorStats, GovernPrefetchesOptions, PrefetchGovernor } from './govern-prefetches.ts';
