import {
  errorEvent,
  HOUR_MS,
  MINUTE_MS,
  numbered,
  setClock,
  spendTimes,
  START,
} from '../../testing/budget.helper.ts';
import { createBudget, type Budget } from './budget.ts';

function start() {
  const clock = setClock();
  return { clock, budget: createBudget({ settings: { first: 0, perDay: 3_000 }, clock }) };
}

/** One event of each of some errors. */
function spendEach(budget: Budget, errors: number, project = '1'): void {
  for (let index = 0; index < errors; index += 1) {
    spendTimes(budget, 1, { event: numbered(index), project });
  }
}

describe('the most expensive errors', () => {
  it('are ten by default, with what they cost', () => {
    const { clock, budget } = start();
    spendEach(budget, 30);
    clock.nowMs += 1_000;
    spendTimes(budget, 25, { event: errorEvent('order 7 declined'), release: 'shop@2' });

    expect(budget.top()).toHaveLength(10);
    expect(budget.top(3)).toEqual([
      {
        fingerprint: expect.stringMatching(/^[a-z\d]+$/) as string,
        title: 'PaymentError: order # declined',
        project: '1',
        release: 'shop@2',
        seen: 25,
        passed: 10,
        dropped: 15,
        firstSeenAt: START + 1_000,
        lastSeenAt: START + 1_000,
      },
      expect.objectContaining({ seen: 1 }),
      expect.objectContaining({ seen: 1 }),
    ]);
  });
});

describe('the proposal for a day', () => {
  it('comes after an hour', () => {
    const { clock, budget } = start();
    expect(budget.suggest()).toBeUndefined();
    spendEach(budget, 40);
    clock.nowMs += HOUR_MS - 1;
    expect(budget.suggest()).toBeUndefined();
    clock.nowMs += 1;
    expect(budget.suggest()).toBe(2_900);
    clock.nowMs -= 2 * HOUR_MS;
    expect(budget.suggest()).toBeUndefined();
  });

  it('is three times a day of busy hours, of the project with most, and ignores a flood of one error', () => {
    const { clock, budget } = start();
    for (let hour = 0; hour < 100; hour += 1) {
      // Six busy hours, and one that is busier still.
      spendEach(budget, hour % 16 === 0 ? 200 : 20);
      spendEach(budget, 10, '2');
      if (hour === 50) spendEach(budget, 400);
      for (let minute = 0; minute < 60; minute += 1) {
        clock.nowMs += MINUTE_MS;
        if (hour === 70) spendTimes(budget, 100);
      }
    }

    expect(budget.suggest()).toBe(3 * 24 * 200);
  });

  it('is at least 100, remembers a week, and knows an hour after which nothing came', () => {
    const { clock, budget } = start();
    spendEach(budget, 300);
    for (let hour = 0; hour < 200; hour += 1) {
      clock.nowMs += HOUR_MS;
      spendEach(budget, 1);
    }
    expect(budget.suggest()).toBe(100);
    clock.nowMs += 24 * 365 * HOUR_MS;
    expect(budget.suggest()).toBe(100);
  });
});
