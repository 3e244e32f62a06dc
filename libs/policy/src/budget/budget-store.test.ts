import { setClock, SECOND_MS } from '../../testing/budget.helper.ts';
import { createMemoryBudgetStore } from './budget-store.ts';

const count = (key: string, by: number, lastsMs = 10 * SECOND_MS) => ({ key, by, lastsMs });

describe('createMemoryBudgetStore', () => {
  it('adds, and returns the totals in order', async () => {
    const store = createMemoryBudgetStore({ clock: setClock() });

    expect(await store.add([count('a', 2), count('b', 0)])).toEqual([2, 0]);
    expect(await store.add([count('b', 5), count('a', 3)])).toEqual([5, 5]);
  });

  it('forgets a total after its time, counted from its first use', async () => {
    const clock = setClock();
    const store = createMemoryBudgetStore({ clock });
    await store.add([count('a', 2)]);
    clock.nowMs += 9 * SECOND_MS;
    expect(await store.add([count('a', 1)])).toEqual([3]);
    clock.nowMs += SECOND_MS;
    expect(await store.add([count('a', 1)])).toEqual([1]);
  });

  it('holds a number of keys: the oldest go first, after those whose time is over', async () => {
    const clock = setClock();
    const store = createMemoryBudgetStore({ clock, maxKeys: 3 });
    for (const key of ['a', 'b', 'c', 'd']) await store.add([count(key, 1, 1e9)]);
    expect(await store.add([count('d', 1), count('c', 1), count('b', 1)])).toEqual([2, 2, 2]);
    expect(await store.add([count('a', 1, 1)])).toEqual([1]);
    clock.nowMs += 100 * SECOND_MS;
    expect(await store.add([count('c', 1), count('d', 1)])).toEqual([3, 3]);
  });
});
