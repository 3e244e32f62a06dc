import { numbered, SECOND_MS, setClock, settled, spendTimes } from '../../testing/budget.helper.ts';
import { createBudget } from './budget.ts';
import { createMemoryBudgetStore, type BudgetCount, type BudgetStore } from './budget-store.ts';

/** A store that keeps the calls that it gets. */
function listening(clock = setClock()) {
  const memory = createMemoryBudgetStore({ clock });
  const calls: (readonly BudgetCount[])[] = [];
  const store: BudgetStore = {
    add: (counts) => {
      calls.push(counts);
      return memory.add(counts);
    },
  };
  return { clock, calls, store };
}

describe('the calls of the store', () => {
  it('come at most once a second, one at a time', async () => {
    const { clock, calls, store } = listening();
    const budget = createBudget({ settings: {}, clock, store });
    for (let tenth = 0; tenth < 50; tenth += 1) {
      spendTimes(budget, 3);
      clock.nowMs += 100;
      await settled();
    }
    expect(calls).toHaveLength(5);
  });

  it('have short keys without texts of the events, and each has its time', async () => {
    const { clock, calls, store } = listening();
    const budget = createBudget({ settings: { perDay: 1_000, releaseShare: 0.5 }, clock, store });
    spendTimes(budget, 3, { project: 'a secret project', release: 'a secret release' });
    await budget.flush();
    spendTimes(budget, 3, { event: numbered(1), project: 'a secret project' });
    await budget.flush();

    const counts = calls.flat();
    expect(new Set(counts.map(({ key }) => key.split(':')[0]))).toEqual(
      new Set(['minute', 'first', 'hour', 'day', 'release', 'new', 'news']),
    );
    for (const { key, by, lastsMs } of counts) {
      expect(key).toMatch(/^[a-z\d:]{1,100}$/);
      expect(by).toBeGreaterThanOrEqual(0);
      expect(lastsMs).toBeLessThanOrEqual(48 * 3_600_000);
      expect(lastsMs).toBeGreaterThanOrEqual(120_000);
    }
  });

  it('have at most 1 000 keys; the rest follows', async () => {
    const { clock, calls, store } = listening();
    const budget = createBudget({ settings: { newPerHour: 10_000 }, clock, store });
    for (let error = 0; error < 3_000; error += 1) spendTimes(budget, 1, { event: numbered(error) });
    expect(calls).toHaveLength(1);
    await budget.flush();

    expect(Math.max(...calls.map(({ length }) => length))).toBe(1_000);
    const minutes = calls.flat().filter(({ key }) => key.startsWith('minute:'));
    expect(new Set(minutes.map(({ key }) => key)).size).toBe(3_000);
  });

  it('count as failed after ten seconds, and a late answer is ignored', async () => {
    const clock = setClock();
    const answers: ((totals: readonly number[]) => void)[] = [];
    const calls: (readonly BudgetCount[])[] = [];
    const store: BudgetStore = {
      add: (counts) => {
        calls.push(counts);
        return new Promise((resolve) => answers.push(resolve));
      },
    };
    const budget = createBudget({ settings: {}, clock, store });
    spendTimes(budget, 3);
    clock.nowMs += 9 * SECOND_MS;
    spendTimes(budget, 1);
    expect(calls).toHaveLength(1);
    clock.nowMs += SECOND_MS;
    spendTimes(budget, 1);
    expect(calls).toHaveLength(2);
    answers[0]?.(calls[0]?.map(() => 1e6) ?? []);
    await settled();
    const passed = spendTimes(budget, 10).filter(({ keep }) => keep);
    expect(passed).toHaveLength(5);
    answers[1]?.(calls[1]?.map(({ by }) => by) ?? []);
    await settled();
    const told = (index: number) => calls[index]?.find(({ key }) => key.startsWith('first:'))?.by;
    expect([told(0), told(1)]).toEqual([1, 5]);
  });

  it('say nothing of an hour that is over', async () => {
    const { clock, calls, store } = listening();
    let answer = (): void => undefined;
    const slow: BudgetStore = {
      add: (counts) => new Promise((resolve) => (answer = () => resolve(store.add(counts)))),
    };
    const budget = createBudget({ settings: {}, clock, store: slow });
    spendTimes(budget, 3);
    clock.nowMs += 24 * 3_600_000;
    spendTimes(budget, 3);
    answer();
    await settled();
    expect(calls).toHaveLength(1);
    expect(spendTimes(budget, 20).filter(({ keep }) => keep)).toHaveLength(7);
  });

  it('count each event once, also if several wait for the end of a call', async () => {
    const { clock, calls, store } = listening();
    const budget = createBudget({ settings: {}, clock, store });
    spendTimes(budget, 2);
    const flushed = [budget.flush(), budget.flush()];
    clock.nowMs += SECOND_MS;
    spendTimes(budget, 2);
    await Promise.all([...flushed, budget.flush()]);

    const first = calls.flat().filter(({ key }) => key.startsWith('first:'));
    expect(first.reduce((sum, { by }) => sum + by, 0)).toBe(4);
    expect(spendTimes(budget, 20).filter(({ keep }) => keep)).toHaveLength(6);
  });

  it('are none without a store', async () => {
    const budget = createBudget({ settings: {}, clock: setClock() });
    spendTimes(budget, 3);

    await expect(budget.flush()).resolves.toBeUndefined();
  });
});
