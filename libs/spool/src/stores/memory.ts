export { createMemoryLimits } from './memory-limits.ts';
export { createMemorySpool } from './memory-spool.ts';
export { createMemoryThrottle } from './memory-throttle.ts';

export type { MemorySpoolOptions } from './memory-spool.ts';
export type { MemoryThrottleOptions, ThrottleOptions } from './memory-throttle.ts';
