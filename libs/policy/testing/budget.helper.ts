import type { Event } from '@sentry/core';
import { createBudget, type Budget } from '../src/budget/budget.ts';
import type { BudgetStore } from '../src/budget/budget-store.ts';
import type { BudgetDecision } from '../src/budget/decide.ts';
import type { BudgetSettings } from '../src/document/policy-document.ts';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of a day of UTC. */
export const START = 20_000 * DAY_MS;

/** A clock that a test sets. */
export interface SetClock {
  nowMs: number;
  now(): number;
}

export function setClock(nowMs = START): SetClock {
  return {
    nowMs,
    now() {
      return this.nowMs;
    },
  };
}

/** A name of letters for a number, because numbers in messages are values. */
export function nameOf(index: number): string {
  return Array.from(String(index), (digit) => 'abcdefghij'[Number(digit)]).join('');
}

/** An event of an error that its message tells from others. */
export function errorEvent(message: string): Event {
  return {
    exception: {
      values: [
        {
          type: 'PaymentError',
          value: message,
          stacktrace: { frames: [{ function: 'pay', filename: 'https://shop.test/checkout-9a7c12ef.js' }] },
        },
      ],
    },
  };
}

/** The event of the error with a number. */
export function numbered(index: number): Event {
  return errorEvent(`failed by ${nameOf(index)}`);
}

/** Decides on some events of one error, at one time. */
export function spendTimes(
  budget: Budget,
  times: number,
  { event = errorEvent('declined'), project = '1', release = 'shop@1' } = {},
): readonly BudgetDecision[] {
  return Array.from({ length: times }, () => budget.spend({ project, release, event }));
}

/** The number of decisions that let an event pass. */
export function passedOf(decisions: readonly BudgetDecision[]): number {
  return decisions.filter(({ keep }) => keep).length;
}

/** Pseudo-random numbers, the same at each run. */
export function seeded(seed = 1): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const once = Math.imul(state ^ (state >>> 15), state | 1);
    const twice = once ^ (once + Math.imul(once ^ (once >>> 7), once | 61));
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Budgets of several processes that share a store. */
export function replicasOf(
  count: number,
  settings: BudgetSettings,
  clock: SetClock,
  store: BudgetStore | undefined,
): readonly Budget[] {
  return Array.from({ length: count }, (_, index) =>
    createBudget({ settings, clock, store, random: seeded(index + 1) }),
  );
}

/** Lets answers of a store in memory arrive. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
