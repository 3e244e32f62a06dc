import { until } from '@adit/testing';
import { describeLimitStore } from '../../../testing/limit-store.contract.ts';
import { describeWithRedis, startRedis, useRedis } from '../../../testing/redis/redis-server.helper.ts';
import type { RateLimits } from '@adit/envelope';
import { MERGE_LIMITS, READ_LIMITS } from './limit-scripts.ts';
import { createRedisLimits, type RedisLimits } from './redis-limits.ts';

const DSN = 'key@ingest.example.com:/1';

const limit = (category: 'error' | 'span', lastsMs: number): RateLimits => [
  { category, scope: 'organization', namespaces: '', reasonCode: 'quota', untilMs: Date.now() + lastsMs },
];

describeWithRedis('createRedisLimits', () => {
  const server = useRedis();
  const opened: RedisLimits[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));

  describeLimitStore('createRedisLimits', async () => createRedisLimits({ redis: await server.connect() }));

  const open = async (prefix: string): Promise<RedisLimits> => {
    const store = await createRedisLimits({ redis: await server.connect({ prefix }) });
    opened.push(store);
    return store;
  };
  const untilMsOf = (limits: RateLimits | undefined, category: string): number | undefined =>
    limits?.find((one) => one.category === category)?.untilMs;

  it('tells the other replicas of a limit', async () => {
    const [one, two] = [await open('told:'), await open('told:')];
    const learned = limit('error', 60_000);
    one.set(DSN, learned);
    const [known] = await until(() => two.get(DSN));
    expect(known).toMatchObject({ category: 'error', scope: 'organization', reasonCode: 'quota' });
    expect(Math.abs((known?.untilMs ?? 0) - (learned[0]?.untilMs ?? 0))).toBeLessThan(5_000);
  });

  it('keeps the limit that ends later, whoever learns it last', async () => {
    const [one, two] = [await open('later:'), await open('later:')];
    one.set(DSN, limit('error', 600_000));
    await until(() => two.get(DSN));
    const three = await open('later:');
    three.set(DSN, limit('error', 1_000));
    three.set(DSN, [...limit('error', 1_000), ...limit('span', 60_000)]);
    await until(() => untilMsOf(two.get(DSN), 'span'));
    const late = await open('later:');
    for (const store of [two, late]) {
      expect(untilMsOf(store.get(DSN), 'error')).toBeGreaterThan(Date.now() + 300_000);
    }
  });

  it('is known after a restart of the replicas', async () => {
    const before = await open('restart:');
    const other = await open('restart:');
    before.set(DSN, limit('error', 60_000));
    await until(() => other.get(DSN));
    await before.close();
    expect((await open('restart:')).get(DSN)).toHaveLength(1);
  });

  it('learns what a missed message would have told', async () => {
    const [one, two] = [await open('missed:'), await open('missed:')];
    expect(await server.ask('CLIENT', 'KILL', 'TYPE', 'pubsub')).not.toBe('0');
    one.set(DSN, limit('error', 60_000));
    expect(await until(() => two.get(DSN))).toHaveLength(1);
  });

  it('subscribes again if it could not at first, and survives messages of others', async () => {
    const redis = await server.connect({ prefix: 'again:' });
    const errors: unknown[] = [];
    let attempts = 0;
    const store = await createRedisLimits({
      redis: {
        ...redis,
        subscribe: async (channel, listener) => {
          attempts += 1;
          if (attempts === 1) throw new Error('not connected');
          return redis.subscribe(channel, listener);
        },
      },
      onError: (error) => {
        errors.push(error);
        throw new Error('of the application');
      },
    });
    opened.push(store);
    await until(async () => (await server.ask('PUBSUB', 'NUMSUB', 'again:limits')) === '["again:limits",1]');
    await server.ask('PUBLISH', 'again:limits', 'not for us');
    await until(() => errors[1]);
    expect(errors.map(String)).toEqual(['Error: not connected', expect.stringContaining('SyntaxError')]);
  });

  it('reads nothing that a message has told', async () => {
    const redis = await server.connect({ prefix: 'read:' });
    const tables: unknown[][] = [];
    const store = await createRedisLimits({
      redis: {
        ...redis,
        run: async (script, ...rest) => {
          const reply = await redis.run(script, ...rest);
          if (script === READ_LIMITS) tables.push((reply as unknown[])[2] as unknown[]);
          return reply;
        },
      },
    });
    opened.push(store);
    const other = await open('read:');
    other.set(DSN, limit('error', 60_000));
    await until(() => store.get(DSN));
    const readsBefore = tables.length;
    // One read may already be under way.
    expect(await until(() => tables[readsBefore + 1])).toEqual([]);
    // Without the message, the change is found by polling.
    await server.ask('INCR', 'read:{limits}:version');
    await until(() => tables.find((table) => table.length > 0));
  });

  it('tells others nothing if an answer of ingest only repeats a limit', async () => {
    const redis = await server.connect();
    let merges = 0;
    const store = await createRedisLimits({
      redis: {
        ...redis,
        run: (script, ...rest) => {
          if (script === MERGE_LIMITS) merges += 1;
          return redis.run(script, ...rest);
        },
      },
    });
    opened.push(store);
    const [known] = limit('error', 60_000) as [RateLimits[number]];
    for (let ms = 0; ms < 1_000; ms += 10) store.set(DSN, [{ ...known, untilMs: known.untilMs + ms }]);
    expect(merges).toBe(1);
    store.set(DSN, [{ ...known, untilMs: known.untilMs + 2_000 }]);
    store.set(DSN, [{ ...known, untilMs: known.untilMs + 2_000 }, ...limit('span', 1_000)]);
    expect(merges).toBe(3);
  });

  it('goes on with its own limits while Redis is away, and says so', async () => {
    const own = await startRedis();
    const errors: unknown[] = [];
    const store = await createRedisLimits({
      redis: await own.connect(),
      onError: (error) => errors.push(error),
    });
    await own.stop();
    store.set(DSN, limit('error', 60_000));
    expect(store.get(DSN)).toHaveLength(1);
    expect(String(await until(() => errors[0]))).toContain('Redis is away');
    await store.close();
  });
});
