import { buildEnvelope, until } from '@adit/testing';
import { settle, startLedger, type Ledger } from '../testing/replicas/ledger.helper.ts';
import { startProxy, type Proxy } from '../testing/replicas/proxy.helper.ts';
import { HAS_REDIS, startCluster, startRedis, type RedisProcess } from '../testing/replicas/redis.helper.ts';
import { startReplicas, type Replicas } from '../testing/replicas/replicas.helper.ts';
import { endProcesses, post } from '../testing/server-process.helper.ts';

// Each row of the table of failures in docs/operations.md, with a real server and a real Redis.

interface Scene {
  readonly redis: RedisProcess;
  readonly proxy: Proxy;
}

interface Failure {
  readonly begin: (scene: Scene) => unknown;
  readonly end: (scene: Scene) => unknown;
  /** Whether envelopes stored meanwhile are in the insurance. */
  readonly isInsured: boolean;
  /** The first envelopes, up to this number, may be lost. */
  readonly lost?: number;
}

const config =
  (name: string, value: string) =>
  ({ redis }: Scene) =>
    redis.ask('CONFIG', 'SET', name, value);
const mode =
  (next: Parameters<Proxy['setMode']>[0]) =>
  ({ proxy }: Scene) =>
    proxy.setMode(next);
const pass = mode({ kind: 'pass' });
const nothing = (): void => undefined;

const FAILURES: Readonly<Record<string, Failure>> = {
  'is killed and refuses connections': {
    begin: ({ redis }) => redis.kill(),
    end: ({ redis }) => redis.restart(),
    isInsured: true,
  },
  'stands still': {
    begin: ({ redis }) => redis.signal('SIGSTOP'),
    end: ({ redis }) => redis.signal('SIGCONT'),
    isInsured: true,
  },
  'is behind a network that swallows': { begin: mode({ kind: 'swallow' }), end: pass, isInsured: true },
  'answers after 300 ms': { begin: mode({ kind: 'delay', ms: 300 }), end: pass, isInsured: true },
  'answers byte by byte': { begin: mode({ kind: 'drip', everyMs: 20 }), end: pass, isInsured: true },
  'is behind a network that cuts connections': { begin: mode({ kind: 'cut' }), end: pass, isInsured: true },
  'is out of memory': { begin: config('maxmemory', '1'), end: config('maxmemory', '0'), isInsured: true },
  'is read-only': {
    begin: ({ redis }) => redis.ask('REPLICAOF', '127.0.0.1', '1'),
    end: ({ redis }) => redis.ask('REPLICAOF', 'NO', 'ONE'),
    isInsured: true,
  },
  'begins to evict': {
    begin: config('maxmemory-policy', 'allkeys-lru'),
    end: config('maxmemory-policy', 'noeviction'),
    isInsured: true,
  },
  'gets a password': {
    begin: ({ redis }) => {
      redis.ask('CONFIG', 'SET', 'requirepass', 'new');
      redis.cut('-a', 'new');
    },
    end: ({ redis }) => redis.ask('-a', 'new', 'CONFIG', 'SET', 'requirepass', ''),
    isInsured: true,
  },
  'no longer lets the user write': {
    begin: ({ redis }) => redis.ask('ACL', 'SETUSER', 'default', '-xadd'),
    end: ({ redis }) => redis.ask('ACL', 'SETUSER', 'default', '+xadd'),
    isInsured: true,
  },
  'has lost its scripts': {
    begin: ({ redis }) => redis.ask('SCRIPT', 'FLUSH'),
    end: nothing,
    isInsured: false,
  },
  'kills the connection': {
    begin: ({ redis }) => redis.cut(),
    end: nothing,
    isInsured: false,
  },
  'has lost its data': {
    begin: ({ redis }) => redis.ask('FLUSHALL'),
    end: nothing,
    isInsured: false,
    lost: 2,
  },
};

const describeWithRedis = HAS_REDIS ? describe : describe.skip;

describeWithRedis('a server whose Redis', () => {
  let ledger: Ledger;
  let redis: RedisProcess;
  let proxy: Proxy;
  let replicas: Replicas;
  beforeAll(async () => {
    [ledger, redis] = await Promise.all([startLedger(1), startRedis()]);
    proxy = await startProxy(redis.port);
    const url = `redis://127.0.0.1:${proxy.port}`;
    replicas = await startReplicas(1, { ADIT_DSNS: ledger.dsns.join(), ADIT_SPOOL: url, ADIT_LIMITS: url });
  });
  afterAll(async () => {
    await replicas.stop();
    await endProcesses();
    await Promise.all([redis.stop(), proxy.close(), ledger.close()]);
  });

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${replicas.all[0]!.adminUrl}/metrics`)).text();
    return Number(new RegExp(`^adit_tunnel_${name} (.+)$`, 'm').exec(text)?.[1]);
  };
  const send = async (message: string): Promise<number> => {
    const items = [{ type: 'event', payload: { message } }];
    return (await post(replicas.all[0]!.url, buildEnvelope({ dsn: ledger.dsns[0]!, items }))).status;
  };

  it.each(Object.keys(FAILURES))('%s takes envelopes, is ready, and delivers each', async (name) => {
    const { begin, end, isInsured, lost = 0 } = FAILURES[name]!;
    const round = Object.keys(FAILURES).indexOf(name);
    const names = Array.from({ length: 6 }, (_, index) => `${round}-0-${index}`);
    const before = ledger.arrived.length;
    ledger.setAway(true);
    await until(async () => (await metric('redis_away')) === 0);
    for (const message of names.slice(0, 2)) expect(await send(message)).toBe(200);
    expect(await metric('insurance_envelopes')).toBe(0);

    await begin({ redis, proxy });
    // A Redis that evicts is detected within a second.
    if (name === 'begins to evict') await new Promise((resolve) => setTimeout(resolve, 1_500));
    for (const message of names.slice(2)) expect(await send(message)).toBe(200);
    expect((await fetch(`${replicas.all[0]!.adminUrl}/healthz/ready`)).status).toBe(200);
    if (isInsured) expect(await metric('insurance_envelopes')).toBeGreaterThanOrEqual(4);
    expect(replicas.notReady()).toBe(0);

    await end({ redis, proxy });
    ledger.setAway(false);
    await until(() => names.slice(lost).every((message) => ledger.arrived.includes(message)));
    await until(async () => (await metric('spool_envelopes')) === 0);
    const account = settle(names, ledger.arrived.slice(before));
    // Envelopes that were read before the loss are still delivered.
    expect(account.lost.filter((message) => !names.slice(0, lost).includes(message))).toEqual([]);
    // The unanswered write may have been executed.
    expect(account.duplicates).toBeLessThanOrEqual(isInsured ? 1 : 0);
  });
});

describeWithRedis('a server on a cluster', () => {
  it('spreads DSNs over its nodes, and takes and delivers envelopes while one is away', async () => {
    const [ledger, cluster] = await Promise.all([startLedger(12), startCluster()]);
    const env = { ADIT_DSNS: ledger.dsns.join(), ADIT_SPOOL: cluster.url, ADIT_LIMITS: cluster.url };
    const replicas = await startReplicas(2, env);
    ledger.setAway(true);
    const names: string[] = [];
    const sendToAll = async (round: number): Promise<void> => {
      for (const [client, dsn] of ledger.dsns.entries()) {
        const message = `${round}-${client}-0`;
        const items = [{ type: 'event', payload: { message } }];
        const { status } = await post(replicas.all[client % 2]!.url, buildEnvelope({ dsn, items }));
        expect(status).toBe(200);
        names.push(message);
      }
    };
    await sendToAll(0);
    const logs = cluster.nodes.map((node) => node.ask('KEYS', '*:log').split('\n').filter(Boolean).length);
    expect(logs.reduce((sum, count) => sum + count)).toBe(12);
    expect(logs.filter((count) => count > 0).length).toBeGreaterThan(1);
    await cluster.nodes[0]!.kill();
    await sendToAll(1);
    await cluster.nodes[0]!.restart();
    ledger.setAway(false);
    await until(() => new Set(ledger.arrived).size === names.length);

    expect(settle(names, ledger.arrived).lost).toEqual([]);
    expect(replicas.notReady()).toBe(0);
    await replicas.stop();
    await endProcesses();
    await Promise.all([cluster.stop(), ledger.close()]);
  });
});
