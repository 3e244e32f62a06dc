export { checkPolicySource } from './open-source.ts';
export { signPolicy } from './signature.ts';
export { watchPolicy } from './watch-policy.ts';

export type { PolicyClock } from './clock.ts';
export type { PolicyFetch } from './https-source.ts';
export type { PolicyRedisKey } from './redis-source.ts';
export type { PolicyState, PolicyStatus, PolicyVersion } from './watch-context.ts';
export type { PolicyWatch, PolicyWatchOptions } from './watch-policy.ts';
