export { createRedis } from './redis/redis.ts';
export { createInsuredSpool } from './redis/insured-spool.ts';
export { createRedisBudgetStore } from './redis/redis-budget.ts';
export { createRedisLimits } from './redis/redis-limits.ts';
export { createRedisSpool } from './redis/redis-spool.ts';
export { createRedisTexts } from './redis/redis-texts.ts';
export { createRedisThrottle } from './redis/redis-throttle.ts';

export type { Redis, RedisClient, RedisOptions, RedisState } from './redis/redis.ts';
export type { InsuredSpoolOptions } from './redis/insured-spool.ts';
export type { RedisBudgetCount, RedisBudgetStore, RedisBudgetStoreOptions } from './redis/redis-budget.ts';
export type { RedisLimits, RedisLimitsOptions } from './redis/redis-limits.ts';
export type { RedisSpool, RedisSpoolOptions } from './redis/redis-spool.ts';
export type { RedisTexts, RedisTextsOptions } from './redis/redis-texts.ts';
export type { RedisThrottleOptions } from './redis/redis-throttle.ts';
