export { createAdmission } from './admission.ts';
export { createCachePersistence } from './cache-persistence.ts';
export { createPrefetchCache } from './cache.ts';
export { createPathBatches } from './path-batches.ts';
export { createPrefetcher } from './prefetcher.ts';
export { scheduleInSlices } from './schedule-in-slices.ts';
export { createPrefetchScheduler } from './scheduler.ts';

export type { Admission, AdmissionOptions, AdmissionRequest, AdmissionStats } from './admission.ts';
export type { PrefetchConditions, PrefetchRefusal } from './admission-rules.ts';
export type { CachePersistence, CachePersistenceOptions } from './cache-persistence.ts';
export type {
  CacheEntry,
  CacheFacts,
  CacheFill,
  CacheRead,
  CacheReadOptions,
  PrefetchCache,
  PrefetchCacheOptions,
} from './cache.ts';
export type { PathBatches, PathBatchesOptions } from './path-batches.ts';
export type {
  NavigationAnswer,
  Prefetcher,
  PrefetcherOptions,
  PrefetchNavigationOptions,
  PrefetchOptions,
  PrefetchOutcome,
  PrefetchRequest,
} from './prefetcher.ts';
export type { ScheduleInSlicesOptions, SlicedSchedule } from './schedule-in-slices.ts';
export type { PrefetchHandle, PrefetchJob, PrefetchKind, PrefetchPriority, PrefetchRun } from './job.ts';
export type {
  PrefetchOrder,
  PrefetchScheduler,
  PrefetchSchedulerOptions,
  PrefetchStats,
} from './scheduler.ts';
