import { createLimitHold } from './limit-hold.ts';
import type { RateLimits } from './rate-limits.ts';

const NOW = 1_000;
const limit = (category: 'error' | 'transaction' | 'attachment', untilMs: number) =>
  ({ category, scope: 'organization', namespaces: '', reasonCode: '', untilMs }) as const;
const holdOf = (limits: RateLimits, ...types: string[]) => {
  const hold = createLimitHold(limits, NOW);
  for (const type of types) hold.add({ type });
  return hold;
};

it('holds an envelope of which nothing is free, until the first of its limits ends', () => {
  const hold = holdOf([limit('error', 9_000), limit('transaction', 5_000)], 'event', 'transaction');
  expect(hold.isFree()).toBe(false);
  expect(hold.soonest()?.untilMs).toBe(5_000);
});

it('holds nothing if an item is free; one that no limit can concern does not count', () => {
  expect(holdOf([limit('error', 9_000)], 'transaction').isFree()).toBe(true);
  const only = holdOf([limit('error', 9_000)], 'client_report');
  expect([only.isFree(), only.soonest()]).toEqual([false, undefined]);
});

it.each([
  [9_000, 5_000],
  [5_000, 9_000],
])('an attachment waits with its event for the later of their limits: %d and %d', (event, attachment) => {
  const limits = [limit('error', event), limit('attachment', attachment)];
  expect(holdOf(limits, 'event', 'attachment').soonest()?.untilMs).toBe(event);
  expect(holdOf(limits, 'attachment').soonest()?.untilMs).toBe(attachment);
  expect(holdOf([limit('error', event)], 'event', 'attachment').isFree()).toBe(false);
});
