/** The entry `@adit/policy/tunnel`, for hosts of a tunnel. It has a regular expression engine and a list of crawlers: browsers do not import it. */
export { PolicyError } from './document/policy-error.ts';
export { readDocument } from './document/read-document.ts';
export { followPolicy } from './follow/follow-policy.ts';
export { createPolicy } from './judge/create-policy.ts';

export type { PolicyDocument } from './document/policy-document.ts';
export type { FollowedPolicy, FollowPolicyOptions } from './follow/follow-policy.ts';
export type { BudgetError, BudgetStore } from './budget/index.ts';
export type { Policy, PolicyOptions, PolicyReport } from './judge/create-policy.ts';
export type { FoundSecrets } from './judge/force.ts';
export type { PolicyState, PolicyVersion } from './source/watch-context.ts';
export type { ItemFate, RecentItem } from './recent/recent-item.ts';
