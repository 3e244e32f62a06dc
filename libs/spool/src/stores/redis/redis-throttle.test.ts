import { describeWithRedis, startRedis, useRedis } from '../../../testing/redis/redis-server.helper.ts';
import { describeThrottleStore } from '../../../testing/throttle-store.contract.ts';
import { createMemoryThrottle } from '../memory-throttle.ts';
import type { ThrottleStore } from '../stores.ts';
import type { Redis } from './redis.ts';
import { createRedisThrottle, createThrottleByGivenClock } from './redis-throttle.ts';

const REFUSES_ALL: ThrottleStore = { take: () => 1_234 };

describeWithRedis('createRedisThrottle', () => {
  const server = useRedis();

  describeThrottleStore('createRedisThrottle', async (options) =>
    createThrottleByGivenClock({
      ...options,
      redis: await server.connect(),
      secret: 'known to the replicas',
      local: REFUSES_ALL,
    }),
  );

  it('admits over three replicas what one would', async () => {
    const prefix = 'three:';
    const replicas = await Promise.all(
      [1, 2, 3].map(async () =>
        createRedisThrottle({
          redis: await server.connect({ prefix }),
          secret: 'known to the replicas',
          local: REFUSES_ALL,
          requests: 300,
          perMs: 3_600_000,
        }),
      ),
    );
    let admitted = 0;
    for (let round = 0; round < 300; round += 1) {
      const waits = await Promise.all(replicas.map(async (store) => store.take('192.0.2.1', 0, 1)));
      admitted += waits.filter((waitMs) => waitMs === 0).length;
    }
    // One request becomes available every twelve seconds.
    expect(admitted).toBeGreaterThanOrEqual(300);
    expect(admitted).toBeLessThanOrEqual(303);
  });

  it('asks Redis nothing for a client that is refused, until its wait ends', async () => {
    const redis = await server.connect();
    const store = createThrottleByGivenClock({
      redis,
      secret: 's',
      local: REFUSES_ALL,
      requests: 1,
      perMs: 60_000,
    });
    expect(await store.take('a', 0, 1)).toBe(0);
    expect(await store.take('a', 0, 1)).toBe(60_000);
    const calls = async (): Promise<string | undefined> =>
      /cmdstat_evalsha:calls=(\d+)/.exec(await server.ask('INFO', 'commandstats'))?.[1];
    const before = await calls();
    for (let ms = 1; ms < 1_000; ms += 1) expect(await store.take('a', ms, 1)).toBe(60_000 - ms);
    expect(await calls()).toBe(before);
    expect(await store.take('a', 60_000, 1)).toBe(0);
    expect(Number(await calls())).toBe(Number(before) + 1);
  });

  it('tells Redis no address', async () => {
    const redis = await server.connect();
    const store = createRedisThrottle({
      redis,
      secret: 's',
      local: REFUSES_ALL,
      requests: 1,
      perMs: 60_000,
    });
    await store.take('192.0.2.77', 0, 1);
    const keys = await server.ask('KEYS', `${redis.prefix}*`);
    expect(keys).toMatch(/throttle:[\w-]{22}"\]$/);
    expect(keys).not.toContain('192.0.2.77');
  });

  it('does not look through all refused clients for each new one', async () => {
    const redis: Redis = { ...(await server.connect()), run: () => Promise.resolve(50_000) };
    const open = (): ThrottleStore =>
      createThrottleByGivenClock({ redis, secret: 's', local: REFUSES_ALL, requests: 1, perMs: 60_000 });
    const costOf = async (store: ThrottleStore, from: number): Promise<number> => {
      const before = process.cpuUsage();
      for (let client = from; client < from + 2_000; client += 1) await store.take(String(client), 1, 1);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const full = open();
    for (let client = 0; client < 100_000; client += 1) await full.take(String(client), 0, 1);
    const empty = open();
    await costOf(empty, 0);
    expect(await costOf(full, 100_000)).toBeLessThan(5 * (await costOf(empty, 2_000)));
  });

  it('makes room for new ones once the waits of others have ended', async () => {
    const run = jest.fn(() => Promise.resolve(50_000));
    const redis: Redis = { ...(await server.connect()), run };
    const options = { redis, secret: 's', local: REFUSES_ALL, requests: 1, perMs: 60_000 };
    const store = createThrottleByGivenClock(options);
    for (let client = 0; client < 100_000; client += 1) await store.take(String(client), 0, 1);
    run.mockClear();
    for (const nowMs of [70_000, 70_001]) await store.take('new', nowMs, 1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{ requests: 0 }, 'createRedisThrottle: requests is 0; accepted is a whole number from 1 to 1000000.'],
    [{ perMs: 1.5 }, 'createRedisThrottle: perMs is 1.5; accepted is a whole number from 1 to 86400000.'],
    [{ secret: '' }, 'createRedisThrottle: secret is empty; accepted is a text that all replicas share.'],
  ])('is not created with %j', async (wrong, message) => {
    const redis = await server.connect();
    const options = { redis, secret: 's', local: REFUSES_ALL, requests: 1, perMs: 60_000, ...wrong };
    expect(() => createRedisThrottle(options)).toThrow(new TypeError(message));
  });

  it('counts here while Redis is away', async () => {
    const own = await startRedis();
    const store = createRedisThrottle({
      redis: await own.connect(),
      secret: 's',
      local: createMemoryThrottle({ requests: 1, perMs: 60_000 }),
      requests: 1,
      perMs: 60_000,
    });
    await own.stop();
    expect(await store.take('a', 0, 1)).toBe(0);
    expect(await store.take('a', 0, 1)).toBe(60_000);
  });
});
