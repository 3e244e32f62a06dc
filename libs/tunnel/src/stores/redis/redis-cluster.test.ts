import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createCluster } from '@redis/client';
import { HAS_REDIS } from '../../../testing/redis/redis-server.contract.ts';
import { bodyOf, drainTexts } from '../../../testing/spool-store.contract.ts';
import { createMemoryThrottle } from '../memory-throttle.ts';
import { createRedisLimits } from './redis-limits.ts';
import { createRedisSpool } from './redis-spool.ts';
import { createRedisThrottle } from './redis-throttle.ts';
import { createRedis, type RedisClient } from './redis.ts';

const DSNS = ['https://a@one.example/1', 'https://b@two.example/2', 'https://a@one.example/1 aside 1'];
const CAP = { requests: 1, perMs: 60_000 };

/** The port of a node is free, and so is the one of its bus. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    if (port < 55_000) return port;
  }
}

/** A node that holds all slots refuses scripts whose keys are in several, as any node of a cluster. */
(HAS_REDIS ? describe : describe.skip)('the stores on a cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-cluster-'));
  let node: ChildProcess;
  let url: string;
  let cluster: RedisClient & { destroy: () => void };
  beforeAll(async () => {
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    const settings = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1', '--save', ''];
    node = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...settings],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    let log = '';
    await new Promise<void>((resolve, reject) => {
      node.once('exit', () => {
        reject(new Error(`Redis does not start: ${log}`));
      });
      node.stdout?.on('data', (chunk: Buffer) => {
        log += String(chunk);
        if (/ready to accept connections/i.test(log)) resolve();
      });
    });
    const client = await createClient({ url }).connect();
    await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383']);
    while (!(await client.sendCommand<string>(['CLUSTER', 'INFO'])).includes('cluster_state:ok')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    client.destroy();
    const connected = createCluster({ rootNodes: [{ url }] });
    connected.on('error', () => undefined);
    cluster = await connected.connect();
  });
  afterAll(() => {
    cluster.destroy();
    node.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
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
    while (two.get('dsn') === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([one.close(), two.close()]);

    const local = createMemoryThrottle({ requests: 1_000, perMs: 1 });
    const throttle = createRedisThrottle({ ...CAP, redis: connect('t:'), secret: 's', local });
    expect(await throttle.take('192.0.2.1', 0, 1)).toBe(0);
    expect(await throttle.take('192.0.2.1', 0, 1)).toBeGreaterThan(0);
  });

  it('would be refused a script over several slots (control)', async () => {
    const { run } = connect('x:');
    const script = { source: 'return 1', sha1: 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db' };
    await expect(run(script, ['one', 'two'], [])).rejects.toThrow('CROSSSLOT');
  });
});
