import { createClient } from '@redis/client';
import { until } from '@adit/testing';
import { startRedisOnPort, type RedisOnPort } from '@adit/testing/redis-process';
import { describeWithRedis } from '../../../testing/redis/redis-server.helper.ts';
import { drainTexts } from '../../../testing/spool-store.contract.ts';
import type { SpoolStore } from '../stores.ts';
import { createRedisSpool } from './redis-spool.ts';
import { createRedis, RedisAwayError } from './redis.ts';

const A = 'https://a@one.example/1';

const clientOf = async ({ url }: RedisOnPort) => {
  const client = createClient({ url });
  client.on('error', () => undefined);
  return client.connect();
};

describeWithRedis('createRedisSpool on a Redis with a replica', () => {
  let primary: RedisOnPort;
  let replica: RedisOnPort;
  let clients: Awaited<ReturnType<typeof clientOf>>[];
  let spools: SpoolStore[];
  beforeEach(async () => {
    primary = await startRedisOnPort('--repl-diskless-sync-delay', '0');
    replica = await startRedisOnPort('--replicaof', '127.0.0.1', String(primary.port));
    clients = [await clientOf(primary), await clientOf(replica)];
    spools = [];
    await until(async () => (await clients[0]?.wait(1, 50)) === 1);
  });
  afterEach(async () => {
    replica.signal('SIGCONT');
    await Promise.all(spools.map((spool) => spool.close()));
    for (const client of clients) client.destroy();
    await Promise.all([primary.stop(), replica.stop()]);
  });

  const open = async (index: number, replicas: number): Promise<SpoolStore> => {
    const redis = createRedis({ client: clients[index]!, replicas, deadlineMs: 2_000 });
    const spool = await createRedisSpool({ redis });
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
      const before = await open(0, replicas);
      await put(before, 'first');
      await until(async () => (await clients[1]?.keys('*:log'))?.length === 1);
      // The replica takes over. The former primary still serves.
      await clients[1]?.sendCommand(['REPLICAOF', 'NO', 'ONE']);
      await until(async () => String(await clients[0]?.info('replication')).includes('connected_slaves:0'));
      const taken = await put(before, 'second').then(
        () => true,
        () => false,
      );
      const after = await open(1, 0);
      // What was not taken, the insurance takes.
      if (!taken) await put(after, 'second');

      expect(await drainTexts(after, A)).toEqual(found);
    },
  );

  it('refuses at once after a replica has not received one, and goes on when it is back', async () => {
    const spool = await open(0, 1);
    await put(spool, 'first');
    replica.signal('SIGSTOP');
    await expect(put(spool, 'second')).rejects.toThrow('0 of 1 replicas');
    await expect(put(spool, 'third')).rejects.toBeInstanceOf(RedisAwayError);
    await expect(put(spool, Buffer.alloc(600_000))).rejects.toBeInstanceOf(RedisAwayError);

    replica.signal('SIGCONT');
    await until(() =>
      put(spool, Buffer.alloc(600_000, 'x')).then(
        () => true,
        () => false,
      ),
    );
    const texts = await drainTexts(spool, A);
    expect(texts.map((text) => text.slice(0, 6))).toEqual(['first', 'second', 'xxxxxx']);
  });

  it('does not open if the user may not wait', async () => {
    await clients[0]?.sendCommand(['ACL', 'SETUSER', 'default', '-wait']);
    await expect(open(0, 1)).rejects.toThrow('NOPERM');
  });
});
