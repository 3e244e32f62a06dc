import { until } from '@adit/testing';
import { describeWithRedis } from '../../../testing/redis/redis-server.helper.ts';
import {
  startReplicatedRedis,
  type ReplicatedRedis,
} from '../../../testing/redis/replicated-redis.helper.ts';
import { drainTexts } from '../../../testing/spool-store.contract.ts';
import type { SpoolStore } from '../stores.ts';
import { createRedisSpool } from './redis-spool.ts';
import { createRedis, RedisAwayError, type RedisClient } from './redis.ts';

const A = 'https://a@one.example/1';

describeWithRedis('createRedisSpool on a Redis with a replica', () => {
  let pair: ReplicatedRedis;
  const spools: SpoolStore[] = [];
  beforeEach(async () => {
    pair = await startReplicatedRedis();
  });
  afterEach(async () => {
    pair.signalReplica('SIGCONT');
    await Promise.all(spools.splice(0).map((spool) => spool.close()));
    await pair.stop();
  });

  const open = async (node: 'primary' | 'replica', replicas: number): Promise<SpoolStore> => {
    const spool = await createRedisSpool({
      redis: createRedis({ client: pair[node], replicas, deadlineMs: 2_000 }),
    });
    spools.push(spool);
    return spool;
  };
  const functionsOf = (client: ReplicatedRedis['primary']): RedisClient => ({
    withTypeMapping: (mapping) => client.withTypeMapping(mapping),
    subscribe: (...args) => client.subscribe(...args),
    unsubscribe: (...args) => client.unsubscribe(...args),
  });
  const openOn = async (client: RedisClient): Promise<SpoolStore> => {
    const spool = await createRedisSpool({ redis: createRedis({ client, replicas: 1, deadlineMs: 2_000 }) });
    spools.push(spool);
    return spool;
  };
  const put = (spool: SpoolStore, body: string | Buffer): Promise<void> =>
    spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.from(body) });

  it.each([
    [0, ['first'], 'loses'],
    [1, ['first', 'second'], 'does not lose'],
  ])(
    'waiting for %i replicas, finds %j where it fails over to: it %s the last one',
    async (replicas, found) => {
      const before = await open('primary', replicas);
      await put(before, 'first');
      await until(async () => (await pair.bodiesOfReplica()).length === 1);
      await pair.takeOver();
      await until(async () => (await pair.primary.info('replication')).includes('connected_slaves:0'));
      const taken = await put(before, 'second').then(
        () => true,
        () => false,
      );
      const after = await open('replica', 0);
      // The insurance takes the others.
      if (!taken) await put(after, 'second');

      expect(await drainTexts(after, A)).toEqual(found);
    },
  );

  it('refuses at once after a replica has not received one, and goes on when it is back', async () => {
    const spool = await open('primary', 1);
    await put(spool, 'first');
    pair.signalReplica('SIGSTOP');
    await expect(put(spool, 'second')).rejects.toThrow('0 of 1 replicas');
    await expect(put(spool, 'third')).rejects.toBeInstanceOf(RedisAwayError);
    await expect(put(spool, Buffer.alloc(600_000))).rejects.toBeInstanceOf(RedisAwayError);

    pair.signalReplica('SIGCONT');
    await until(() =>
      put(spool, Buffer.alloc(600_000, 'x')).then(
        () => true,
        () => false,
      ),
    );
    const texts = await drainTexts(spool, A);
    expect(texts.map((text) => text.slice(0, 6))).toEqual(['first', 'second', 'xxxxxx']);
  });

  it('does not take the replicas of another primary for its own', async () => {
    const other = await startReplicatedRedis();
    try {
      const client = {
        ...functionsOf(pair.primary),
        // As after a failover between an append and its WAIT.
        multi: () => other.primary.multi(),
      };
      const spool = await openOn(client);
      for (const body of ['small', Buffer.alloc(600_000)])
        await expect(put(spool, body)).rejects.toThrow('another node has become the primary');
    } finally {
      await other.stop();
    }
  });

  it('is not confirmed by a new connection, which has written nothing', async () => {
    const fresh = await pair.connect();
    pair.signalReplica('SIGSTOP');
    const client = { ...functionsOf(pair.primary), multi: () => fresh.multi() };
    // Control: WAIT alone counts what its connection has written.
    expect(await (await pair.connect()).wait(1, 50)).toBe(1);
    const spool = await openOn(client);
    await expect(put(spool, 'first')).rejects.toThrow('0 of 1 replicas have received it');
  });

  it('does not open if the user may not wait', async () => {
    await pair.primary.sendCommand(['ACL', 'SETUSER', 'default', '-wait']);
    await expect(open('primary', 1)).rejects.toThrow('NOPERM');
  });
});
