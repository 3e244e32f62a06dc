import { describeWithRedis, startRedis, useRedis } from '../../../testing/redis/redis-server.helper.ts';
import { createRedisBudgetStore } from './redis-budget.ts';
import { RedisAwayError } from './redis.ts';

const count = (key: string, by: number, lastsMs = 60_000) => ({ key, by, lastsMs });

describeWithRedis('createRedisBudgetStore', () => {
  const server = useRedis();
  const open = async (prefix?: string) => {
    const redis = await server.connect(prefix === undefined ? {} : { prefix });
    return { redis, store: createRedisBudgetStore({ redis }) };
  };

  it('adds over replicas, and returns the totals in order', async () => {
    const [one, two] = [(await open('sum:')).store, (await open('sum:')).store];

    expect(await one.add([count('a', 2), count('b', 0)])).toEqual([2, 0]);
    expect(await two.add([count('b', 5), count('a', 3)])).toEqual([5, 5]);
    expect(await one.add([count('a', 0)])).toEqual([5]);
    expect(await one.add([])).toEqual([]);
  });

  it('loses nothing if replicas add at once', async () => {
    const replicas = await Promise.all(Array.from({ length: 5 }, () => open('race:')));
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await replicas[index % 5]?.store.add([count('a', 1), count('b', 2)]);
      }),
    );

    expect(await replicas[0]?.store.add([count('a', 0), count('b', 0)])).toEqual([200, 400]);
  });

  it('knows totals beyond 2^32 exactly', async () => {
    const { store } = await open();
    const large = 2 ** 45 + 1;

    expect(await store.add([count('a', large)])).toEqual([large]);
    expect(await store.add([count('a', large)])).toEqual([2 * large]);
  });

  it('lets each key expire, from its first use, and a wrong time after two days', async () => {
    const { redis, store } = await open();
    await store.add([count('a', 1, 1_000_000), count('b', 0, 1_000_000), count('c', 1, 1e15)]);
    await store.add([count('a', 1, 9_000_000), count('c', 1, 1e15)]);
    const lasts = async (key: string) => Number(await server.ask('PTTL', `${redis.prefix}{budget}:${key}`));

    for (const key of ['a', 'b']) {
      expect(await lasts(key)).toBeGreaterThan(0);
      expect(await lasts(key)).toBeLessThanOrEqual(1_000_000);
    }
    expect(await lasts('c')).toBeLessThanOrEqual(2 * 24 * 3_600_000);
    expect(await lasts('c')).toBeGreaterThan(0);
  });

  it('adds to 1 000 keys in one call, and refuses more', async () => {
    const { store } = await open();
    const counts = Array.from({ length: 1_000 }, (_, index) => count(`k${index}`, index));
    const calls = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await server.ask('INFO', 'commandstats'))?.[1]);
    await store.add([count('first', 1)]);
    const before = await calls();

    expect(await store.add(counts)).toEqual(counts.map(({ by }) => by));
    expect(await calls()).toBe(before + 1);
    await expect(store.add([...counts, count('one more', 1)])).rejects.toThrow(
      new RangeError('add: there are 1001 counts; accepted are at most 1000.'),
    );
  });

  it('rejects while Redis is away, and adds nothing of a wrong count', async () => {
    const { store } = await open();
    await expect(store.add([count('a', 0.5)])).rejects.toThrow('not an integer');
    const own = await startRedis();
    const away = createRedisBudgetStore({ redis: await own.connect() });
    await own.stop();
    await expect(away.add([count('a', 1)])).rejects.toBeInstanceOf(RedisAwayError);
  });
});
