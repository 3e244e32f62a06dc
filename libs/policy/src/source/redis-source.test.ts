import { describeWithRedis, startRedis, type RedisServer } from '@adit/testing/redis-server';
import { createBench, textOf } from '../../testing/watch.helper.ts';

describeWithRedis('a key of a real Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('is followed by a client of @redis/client, through an outage of Redis', async () => {
    const bench = createBench();
    const client = await redis.open();
    const { watch, statuses } = bench.start({ from: { key: 'policy', get: (key) => client.get(key) } });
    await bench.run(1_000);
    expect(watch.state().status).toBe('missing');
    await client.set('policy', textOf(1));
    await bench.run(10_000);
    expect(watch.current()).toEqual({ n: 1 });

    client.destroy();
    await bench.run(60_000);
    expect(watch.current()).toEqual({ n: 1 });
    await client.connect();
    await client.set('policy', textOf(2));
    await bench.run(10_000);
    expect(watch.current()).toEqual({ n: 2 });
    expect(statuses()).toEqual(['missing', 'ok', 'stale', 'ok']);
    bench.closeAll();
  });
});
