import {
  errorEvent,
  HOUR_MS,
  MINUTE_MS,
  numbered,
  passedOf,
  replicasOf,
  SECOND_MS,
  seeded,
  setClock,
  settled,
  spendTimes,
} from '../../testing/budget.helper.ts';
import type { BudgetSettings } from '../document/policy-document.ts';
import type { Budget } from './budget.ts';
import { createMemoryBudgetStore, type BudgetStore } from './budget-store.ts';

const REPLICAS = 10;
/** Errors in a minute without the flood, over all replicas. */
const NORMAL = 60;
const NORMAL_ERRORS = 30;
const FLOOD = 100 * NORMAL;
const MINUTES = 60;
const NORMAL_QUOTA = NORMAL * MINUTES;
const NEW_ERRORS = 50;

const DEAD: BudgetStore = { add: () => Promise.reject(new Error('away')) };

interface Outcome {
  readonly normalDropped: number;
  readonly floodPassed: number;
  /** Of the first ten events of each error that appears during the flood. */
  readonly firstDropped: number;
}

/** The replica that an event of a new error hits: all of its events hit one, or each another one, or two. */
const PLACES: readonly ((error: number, event: number) => number)[] = [
  (error) => error,
  (_error, event) => event,
  (error, event) => error + (event % 2),
];

/** Minutes in which one error floods all replicas, and new ones appear. */
async function flood(settings: BudgetSettings, minutes = MINUTES): Promise<Outcome> {
  const clock = setClock();
  const replicas = replicasOf(REPLICAS, settings, clock, createMemoryBudgetStore({ clock }));
  const random = seeded(7);
  const at = (index: number): Budget => replicas[index % REPLICAS] as Budget;
  const loop = errorEvent('the loop');
  let normalDropped = 0;
  let floodPassed = 0;
  let firstDropped = 0;
  for (let second = 0; second < minutes * 60; second += 1) {
    const event = numbered(Math.floor(random() * NORMAL_ERRORS));
    normalDropped +=
      NORMAL / 60 - passedOf(spendTimes(at(Math.floor(random() * REPLICAS)), NORMAL / 60, { event }));
    for (let count = 0; count < FLOOD / 60; count += 1) {
      floodPassed += passedOf(spendTimes(at(count), 1, { event: loop }));
    }
    if (second % 60 === 30 && second / 60 < NEW_ERRORS) {
      const error = Math.floor(second / 60);
      const given = { event: errorEvent(`new ${'x'.repeat(error + 1)}`) };
      for (let count = 0; count < 10; count += 1) {
        firstDropped += 1 - passedOf(spendTimes(at(PLACES[error % 3]?.(error, count) ?? 0), 1, given));
        if (count % 3 === 0) await settled();
      }
    }
    clock.nowMs += SECOND_MS;
    await settled();
  }
  return { normalDropped, floodPassed, firstDropped };
}

describe('a flood of one error at 100 times the normal rate, for an hour, over ten replicas', () => {
  it('spends at most a fifth more, and drops no normal error and no first event of 50 new ones', async () => {
    const { normalDropped, floodPassed, firstDropped } = await flood({});

    expect(normalDropped).toBe(0);
    expect(firstDropped).toBe(0);
    expect(floodPassed).toBeGreaterThanOrEqual(600);
    expect((NORMAL_QUOTA + floodPassed) / NORMAL_QUOTA).toBeLessThanOrEqual(1.2);
  });

  it('cannot hold back new errors once the day is spent', async () => {
    const { floodPassed, firstDropped } = await flood({ perDay: 2_000 });

    expect(firstDropped).toBe(0);
    expect(floodPassed).toBeLessThan(600);
  });

  it('would spend more than 90 times as much without budgets (control)', async () => {
    const { floodPassed } = await flood({ first: 1_000, perMinute: 10_000 }, 5);

    expect(1 + floodPassed / (NORMAL * 5)).toBeGreaterThan(90);
  });
});

/** Events of one error on all replicas, each second; returns how many pass in each minute. */
async function flooded(
  settings: BudgetSettings,
  store: BudgetStore | undefined,
  { clock = setClock(), minutes = 5, replicas = REPLICAS, perSecond = 10 } = {},
): Promise<readonly number[]> {
  const budgets = replicasOf(replicas, settings, clock, store);
  const passed: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    let count = 0;
    for (let second = 0; second < 60; second += 1) {
      for (const budget of budgets) count += passedOf(spendTimes(budget, perSecond));
      clock.nowMs += SECOND_MS;
      await settled();
    }
    passed.push(count);
  }
  return passed;
}

describe('replicas that share a store', () => {
  it.each([2, 3, 7, 10])('%d of them let pass what one would, after the first minute', async (replicas) => {
    const clock = setClock();
    const store = createMemoryBudgetStore({ clock });
    const [first = 0, ...others] = await flooded({}, store, { clock, replicas });

    expect(first).toBeLessThanOrEqual(replicas * 10);
    expect(Math.min(...others)).toBeGreaterThanOrEqual(7);
    expect(Math.max(...others)).toBeLessThanOrEqual(15);
    expect(others.reduce((sum, passed) => sum + passed, 0)).toBeLessThanOrEqual(1.2 * 10 * others.length);
  });

  it('let pass about as much if there are more of them than events in a minute', async () => {
    const clock = setClock();
    const store = createMemoryBudgetStore({ clock });
    const minutes = await flooded({}, store, { clock, replicas: 50, minutes: 11, perSecond: 1 });
    const passed = minutes.slice(1).reduce((sum, count) => sum + count, 0);

    expect(passed).toBeGreaterThan(80);
    expect(passed).toBeLessThan(150);
  });

  it('share a day: at most one second’s events more than one would', async () => {
    const clock = setClock();
    const store = createMemoryBudgetStore({ clock });
    const budgets = replicasOf(REPLICAS, { first: 0, perDay: 500, sampleOf: 0 }, clock, store);
    let passed = 0;
    for (let second = 0; second < 200; second += 1) {
      budgets.forEach((budget, index) => {
        passed += passedOf(spendTimes(budget, 1, { event: numbered((second * REPLICAS + index) % 400) }));
      });
      clock.nowMs += SECOND_MS;
      await settled();
    }

    expect(passed).toBeGreaterThanOrEqual(480);
    expect(passed).toBeLessThanOrEqual(500 + REPLICAS);
  });

  it('count a new fingerprint once, whichever of them have seen it', async () => {
    const clock = setClock();
    const store = createMemoryBudgetStore({ clock });
    const budgets = replicasOf(REPLICAS, { first: 1, newPerHour: 100 }, clock, store);
    for (let error = 0; error < 90; error += 1) {
      for (const budget of budgets) {
        spendTimes(budget, 1, { event: numbered(error) });
        clock.nowMs += SECOND_MS;
        await settled();
      }
    }
    expect(
      budgets.flatMap((budget) => budget.top(200)).filter(({ fingerprint }) => fingerprint === 'other'),
    ).toEqual([]);
    // An attacker's new ones count once too, on whichever replica.
    let passed = 0;
    for (let error = 100; error < 2_000; error += 1) {
      passed += passedOf(spendTimes(budgets[error % REPLICAS] as Budget, 1, { event: numbered(error) }));
      if (error % 5 === 0) clock.nowMs += SECOND_MS;
      await settled();
    }
    expect(passed).toBeLessThan(200);
  });

  it('learn of events that others let pass, after a restart too', async () => {
    const clock = setClock();
    const store = createMemoryBudgetStore({ clock });
    const [one, two] = replicasOf(2, { perMinute: 0, sampleOf: 0 }, clock, store) as [Budget, Budget];
    spendTimes(one, 9);
    await one.flush();
    spendTimes(two, 1);
    await two.flush();
    expect(passedOf(spendTimes(two, 20))).toBe(0);
  });
});

describe('a store that is away', () => {
  it.each<readonly [string, BudgetStore]>([
    ['rejects', DEAD],
    [
      'throws',
      {
        add: () => {
          throw new Error('away');
        },
      },
    ],
    ['never answers', { add: () => new Promise(() => undefined) }],
    ['answers nonsense', { add: (counts) => Promise.resolve(counts.map(() => NaN)) }],
    ['answers too little', { add: () => Promise.resolve([]) }],
    ['answers nothing', { add: () => Promise.resolve(undefined as never) }],
    ['answers less than it was told', { add: (counts) => Promise.resolve(counts.map(() => -1)) }],
  ])('leaves each replica its own limits: one that %s', async (_how, store) => {
    const minutes = await flooded({ perDay: 40, sampleOf: 0 }, store, { minutes: 6 });

    expect(minutes.map((passed) => passed / REPLICAS)).toEqual([10, 10, 10, 10, 0, 0]);
  });

  it('lets at most the limits of all replicas pass, however its clock jumps', async () => {
    const clock = setClock();
    const budgets = replicasOf(REPLICAS, { perDay: 100, sampleOf: 0 }, clock, DEAD);
    let passed = 0;
    for (const stepMs of [0, HOUR_MS, -HOUR_MS, -2 * MINUTE_MS, 5 * HOUR_MS, -5 * SECOND_MS, 2 * MINUTE_MS]) {
      clock.nowMs += stepMs;
      for (const budget of budgets) passed += passedOf(spendTimes(budget, 100));
      await settled();
    }

    expect(passed).toBeLessThanOrEqual(100 * REPLICAS);
    expect(passed).toBeGreaterThan(0);
  });

  it('learns all counts when it is back', async () => {
    const clock = setClock();
    const memory = createMemoryBudgetStore({ clock });
    let isAway = true;
    const store: BudgetStore = { add: (counts) => (isAway ? DEAD : memory).add(counts) };
    const budgets = replicasOf(4, { first: 0, perMinute: 100, perDay: 150, sampleOf: 0 }, clock, store);
    for (const budget of budgets) expect(passedOf(spendTimes(budget, 30))).toBe(30);
    await Promise.all(budgets.map((budget) => budget.flush()));
    isAway = false;
    clock.nowMs += 2 * SECOND_MS;
    for (const budget of budgets) await budget.flush();
    for (const budget of budgets) {
      clock.nowMs += 2 * SECOND_MS;
      await budget.flush();
      spendTimes(budget, 1, { event: errorEvent('other') });
      await budget.flush();
    }
    clock.nowMs += MINUTE_MS;
    const passed = budgets.map((budget) => passedOf(spendTimes(budget, 100)));
    expect(Math.max(...passed)).toBeLessThanOrEqual(30);
  });
});
