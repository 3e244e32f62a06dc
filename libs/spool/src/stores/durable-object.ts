export { createDurableLimits } from './durable/durable-limits.ts';
export { createDurableSpool } from './durable/durable-spool.ts';

export type { DurableLimitsOptions } from './durable/durable-limits.ts';
export type { DurableSpool, DurableSpoolOptions } from './durable/durable-spool.ts';
export type { DurableStorage } from './durable/durable-storage.ts';
