import { until } from '@adit/testing';
import { startRedisOnPort, type RedisOnPort } from '@adit/testing/redis-process';
import { createClient, createCluster } from '@redis/client';
import { HAS_REDIS } from '../../../testing/redis/redis-server.helper.ts';
import { bodyOf, drainTexts } from '../../../testing/spool-store.contract.ts';
import { createMemoryThrottle } from '../memory-throttle.ts';
import { createRedisBudgetStore } from './redis-budget.ts';
import { createRedisLimits } from './redis-limits.ts';
import { createRedisSpool } from './redis-spool.ts';
import { createRedisThrottle } from './redis-throttle.ts';
import { createRedis, type RedisClient } from './redis.ts';

const DSNS = ['https://a@one.example/1', 'https://b@two.example/2', 'https://a@one.example/1 aside 1'];
const CAP = { requests: 1, perMs: 60_000 };

/** A node that holds all slots refuses scripts whose keys are in several slots, like any node of a cluster. */
(HAS_REDIS ? describe : describe.skip)('the stores on a cluster', () => {
  let node: RedisOnPort;
  let cluster: RedisClient & { destroy: () => void };
  beforeAll(async () => {
    node = await startRedisOnPort('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
    const { url } = node;
    const client = await createClient({ url }).connect();
    await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383']);
    await until(async () =>
      (await client.sendCommand<string>(['CLUSTER', 'INFO'])).includes('cluster_state:ok'),
    );
    client.destroy();
    const connected = createCluster({ rootNodes: [{ url }] });
    connected.on('error', () => undefined);
    cluster = await connected.connect();
  });
  afterAll(async () => {
    cluster.destroy();
    await node.stop();
  });
  const connect = (prefix: string) => createRedis({ client: cluster, prefix, deadlineMs: 60_000 });

  it('store envelopes of several DSNs, large ones too, and give them out', async () => {
    const spool = await createRedisSpool({ redis: connect('spool:') });
    const large = Buffer.alloc(600_000, 'large');
    for (const dsn of DSNS) {
      for (const body of [Buffer.from('first'), large]) {
        await spool.append({ dsn, receivedAt: 7, fields: {}, body });
      }
    }
    const other = await createRedisSpool({ redis: connect('spool:') });
    expect([...other.pendingDsns()].sort()).toEqual([...DSNS].sort());
    for (const dsn of DSNS) {
      expect((await bodyOf(await other.peek(dsn)))?.toString()).toBe('first');
      expect(await drainTexts(other, dsn)).toEqual(['first', large.toString()]);
    }
    await Promise.all([spool.close(), other.close()]);
  });

  it('share limits, and count clients', async () => {
    const [one, two] = [
      await createRedisLimits({ redis: connect('l:') }),
      await createRedisLimits({ redis: connect('l:') }),
    ];
    const limit = { category: 'error', scope: 'key', namespaces: '', reasonCode: '' } as const;
    one.set('dsn', [{ ...limit, untilMs: Date.now() + 60_000 }]);
    await until(() => two.get('dsn'));
    await Promise.all([one.close(), two.close()]);

    const local = createMemoryThrottle({ requests: 1_000, perMs: 1 });
    const throttle = createRedisThrottle({ ...CAP, redis: connect('t:'), secret: 's', local });
    expect(await throttle.take('192.0.2.1', 0, 1)).toBe(0);
    expect(await throttle.take('192.0.2.1', 0, 1)).toBeGreaterThan(0);
  });

  it('add to the counts of budgets', async () => {
    const counts = ['a', 'b', 'c'].map((key) => ({ key, by: 2, lastsMs: 60_000 }));
    expect(await createRedisBudgetStore({ redis: connect('b:') }).add(counts)).toEqual([2, 2, 2]);
  });

  it('would be refused a script over several slots (control)', async () => {
    const { run } = connect('x:');
    const script = { source: 'return 1', sha1: 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db' };
    await expect(run(script, ['one', 'two'], [])).rejects.toThrow('CROSSSLOT');
  });
});
