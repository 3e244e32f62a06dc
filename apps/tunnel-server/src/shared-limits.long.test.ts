import { createClient } from '@redis/client';
import { buildEnvelope, createScriptedIngest, until } from '@adit/testing';
import { createRedis, createRedisLimits, type RedisLimits } from '@adit/spool/redis';
import { HAS_REDIS, startRedis } from '../testing/replicas/redis.helper.ts';
import { startReplicas } from '../testing/replicas/replicas.helper.ts';
import { endProcesses, post } from '../testing/server-process.helper.ts';

// The figures are only printed, because they depend on the machine.

const REPLICAS = 3;
const LIMITS = 200;

afterEach(endProcesses);

const describeWithRedis = HAS_REDIS ? describe : describe.skip;

describeWithRedis('three replicas on Redis', () => {
  it('admit 300 requests of a client, all together', async () => {
    const [ingest, redis] = await Promise.all([createScriptedIngest(), startRedis()]);
    const replicas = await startReplicas(REPLICAS, {
      ADIT_DSNS: ingest.dsn(),
      ADIT_SPOOL: 'off',
      ADIT_LIMITS: redis.url,
      ADIT_THROTTLE: '300/h',
      ADIT_THROTTLE_SECRET: '0123456789abcdef',
    });
    const body = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
    const statuses: number[] = [];
    for (let round = 0; round < 160; round += 1) {
      const answers = await Promise.all(replicas.all.map(({ url }) => post(url, body)));
      statuses.push(...answers.map(({ status }) => status));
    }
    await replicas.stop();
    await Promise.all([ingest.close(), redis.stop()]);
    const admitted = statuses.filter((status) => status === 200).length;
    process.stdout.write(
      `throttle of 300 over ${REPLICAS} replicas: ${admitted} of ${statuses.length} admitted\n`,
    );

    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    // One request becomes available every twelve seconds.
    expect(admitted).toBeGreaterThanOrEqual(297);
    expect(admitted).toBeLessThanOrEqual(303);
  });

  it('see each other’s limits, also after a message was missed', async () => {
    const redis = await startRedis();
    const clients = Array.from({ length: REPLICAS }, () =>
      createClient({ url: redis.url, disableOfflineQueue: true }),
    );
    const stores: RedisLimits[] = [];
    for (const client of clients) {
      client.on('error', () => undefined);
      await client.connect();
      stores.push(await createRedisLimits({ redis: createRedis({ client }) }));
    }
    const learn = async (dsn: string, beforeLearning = (): void => undefined): Promise<number> => {
      beforeLearning();
      const startedAt = performance.now();
      stores[0]!.set(dsn, [
        {
          category: 'error',
          scope: 'organization',
          namespaces: '',
          reasonCode: 'quota',
          untilMs: Date.now() + 600_000,
        },
      ]);
      await until(() => stores.every((store) => store.get(dsn) !== undefined));
      return performance.now() - startedAt;
    };
    const times: number[] = [];
    for (let index = 0; index < LIMITS; index += 1) times.push(await learn(`key@host:/${index}`));
    times.sort((a, b) => a - b);
    const missedMs: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      await until(() => clients.every((client) => client.isReady));
      missedMs.push(await learn(`key@host:/missed-${index}`, () => redis.cut()));
    }
    await Promise.all(stores.map((store) => store.close()));
    for (const client of clients) client.destroy();
    await redis.stop();
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    process.stdout.write(
      `a limit is seen by ${REPLICAS} replicas after ${at(0.5)} ms (median), ${at(0.99)} ms (p99); ` +
        `with connections cut as it is learned: ${missedMs.map((ms) => Math.round(ms)).join(', ')} ms\n`,
    );

    expect(times).toHaveLength(LIMITS);
  });
});
