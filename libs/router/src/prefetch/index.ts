export { createAdmission } from './admission.ts';
export { createPrefetchCache } from './cache.ts';
export { createPrefetcher } from './prefetcher.ts';
export { createPrefetchScheduler } from './scheduler.ts';

export type { Admission, AdmissionOptions, AdmissionRequest, AdmissionStats } from './admission.ts';
export type { PrefetchConditions } from './admission-rules.ts';
export type {
  CacheFacts,
  CacheFill,
  CacheRead,
  CacheReadOptions,
  PrefetchCache,
  PrefetchCacheOptions,
} from './cache.ts';
export type {
  NavigationAnswer,
  Prefetcher,
  PrefetcherOptions,
  PrefetchNavigationOptions,
  PrefetchOptions,
  PrefetchOutcome,
  PrefetchRequest,
} from './prefetcher.ts';
export type { PrefetchHandle, PrefetchJob, PrefetchRun } from './job.ts';
export type {
  PrefetchOrder,
  PrefetchScheduler,
  PrefetchSchedulerOptions,
  PrefetchStats,
} from './scheduler.ts';
export type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';
