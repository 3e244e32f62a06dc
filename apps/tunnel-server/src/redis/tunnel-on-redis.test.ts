import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_CLOCK } from '@adit/envelope';
import { buildEnvelope, createScriptedIngest, until, type ScriptedIngest } from '@adit/testing';
import { recordLog } from '../../testing/record-log.helper.ts';
import { HAS_REDIS, startRedis, type RedisProcess } from '../../testing/replicas/redis.helper.ts';
import { post } from '../../testing/server-process.helper.ts';
import { readConfig, type ServerConfig } from '../config/config.ts';
import { HTTP_LIMITS } from '../http/http-server.ts';
import { linesOf } from '../../testing/reports.helper.ts';
import { openSpool } from '../process/stores.ts';
import { startTunnelProcess, type TunnelProcess } from '../process/tunnel-process.ts';
import { createRedisClient } from './redis-client.ts';
import { parseRedisAddress } from '../config/redis-address.ts';

const TLS = { ca: undefined, cert: undefined, key: undefined };

describe('createRedisClient', () => {
  it.each([
    'redis://cache',
    'rediss://adit:secret@cache/1',
    'rediss+sentinel://adit:secret@one,two/name?sentinelPassword=secret',
    'redis+cluster://adit:secret@one,two',
  ])('creates a client for %s that is not connected', (address) => {
    const client = createRedisClient(parseRedisAddress(address)!, TLS);

    expect(client).toMatchObject({ isOpen: false });
    expect(client.connect).toBeInstanceOf(Function);
  });
});

const describeWithRedis = HAS_REDIS ? describe : describe.skip;

describeWithRedis('a tunnel on Redis', () => {
  let redis: RedisProcess;
  let ingest: ScriptedIngest;
  let folder: string;
  const running: TunnelProcess[] = [];

  beforeEach(async () => {
    [redis, ingest] = await Promise.all([startRedis(), createScriptedIngest()]);
    folder = mkdtempSync(join(tmpdir(), 'adit-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((tunnel) => tunnel.stop()));
    await Promise.all([redis.stop(), ingest.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const configOf = (env: Readonly<Record<string, string>>): ServerConfig =>
    readConfig({
      env: {
        ADIT_DSNS: ingest.dsn(),
        PORT: '0',
        ADIT_SPOOL: redis.url,
        ADIT_LIMITS: redis.url,
        ADIT_THROTTLE: '2/h',
        ADIT_THROTTLE_SECRET: '0123456789abcdef',
        ADIT_INSURANCE: 'memory',
        // Longer than any machine is busy.
        ADIT_REDIS_TIMEOUT: '60s',
        ...env,
      },
      workingDirectory: folder,
      readFile: () => '',
    });
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const { log, events, entries } = recordLog();
    const tunnel = await startTunnelProcess({
      config: configOf(env),
      log,
      httpLimits: { ...HTTP_LIMITS, idleGraceMs: 0 },
    });
    running.push(tunnel);
    const send = async (message = 'hello'): Promise<number> => {
      const items = [{ type: 'event', payload: { message } }];
      return (await post(tunnel.url, buildEnvelope({ dsn: ingest.dsn(), items }))).status;
    };
    const metric = async (name: string): Promise<number> => {
      const text = linesOf(await tunnel.measure()).join('\n');
      return Number(new RegExp(`^adit_tunnel_${name} (.+)$`, 'm').exec(text)?.[1]);
    };
    return { tunnel, send, metric, events, entries };
  };

  it('has one allowance for a client over two replicas, and each its own while Redis is away', async () => {
    const [one, two] = [await start(), await start()];

    expect([await one.send(), await two.send(), await one.send(), await two.send()]).toEqual([
      200, 200, 429, 429,
    ]);
    await redis.kill();
    await until(() => one.events().includes('redis-away'));
    const three = await start();
    expect([await three.send(), await three.send(), await three.send()]).toEqual([200, 200, 429]);
  });

  it('stays ready without Redis as long as it has an insurance', async () => {
    const env = { ADIT_THROTTLE: 'off' };
    const [insured, bare] = [await start(env), await start({ ...env, ADIT_INSURANCE: 'off' })];
    ingest.respondWith({ status: 503 });
    expect([insured.tunnel.isReady(), bare.tunnel.isReady()]).toEqual([true, true]);
    await redis.kill();
    await until(async () => (await bare.metric('redis_away')) === 1);

    expect(await insured.send()).toBe(200);
    expect(await bare.send()).toBe(503);
    expect([insured.tunnel.isReady(), bare.tunnel.isReady()]).toEqual([true, false]);
    expect(await insured.metric('insurance_envelopes')).toBe(1);
    expect(await insured.metric('insurance_size')).toBeGreaterThan(0);
    expect(await bare.metric('insurance_size')).toBeNaN();
    await redis.restart();
    await until(() => insured.events().includes('redis-back'));
    expect(await insured.metric('redis_reconnects_total')).toBeGreaterThan(0);
  });

  it('says what Redis has lost', async () => {
    const { send, entries } = await start({ ADIT_THROTTLE: 'off' });
    ingest.respondWith({ status: 503 });
    // Envelopes that the drain finds missing before the next check are not known to be lost.
    await until(async () => {
      await send();
      redis.ask('FLUSHALL');
      return entries.some(({ event }) => event === 'spool-lost');
    });

    const lost = entries.find(({ event }) => event === 'spool-lost');
    expect(lost).toMatchObject({ level: 'warn', details: ['Redis has lost what it had'] });
    expect(lost?.['lostEnvelopes']).toBeGreaterThan(0);
  });

  it('says that Redis evicts, and stores here meanwhile', async () => {
    const { send, metric, entries } = await start({ ADIT_THROTTLE: 'off' });
    ingest.respondWith({ status: 503 });
    redis.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await until(() => entries.some(({ event }) => event === 'redis-error'));

    expect(await send()).toBe(200);
    expect(await metric('insurance_envelopes')).toBe(1);
    expect(entries.find(({ event }) => event === 'redis-error')).toMatchObject({
      cause: expect.stringContaining('maxmemory-policy of Redis is allkeys-lru') as string,
    });
  });

  it('uses a second Redis for limits alone, and saves them beside the insurance without one', async () => {
    const other = await startRedis('--requirepass', 'hunter2');
    const env = { ADIT_LIMITS: `redis://:hunter2@127.0.0.1:${other.port}` };
    const [one, two] = [await start(env), await start(env)];
    ingest.respondWith({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:organization' } });
    await one.send();
    await until(async () => (await two.metric('limited_dsns')) === 1);
    expect(other.ask('-a', 'hunter2', 'KEYS', '*limits*')).toContain('adit:{limits}:table');
    await other.stop();

    const disk = { ADIT_LIMITS: 'memory', ADIT_INSURANCE: 'disk:insurance' };
    const before = await start(disk);
    await before.send();
    await running.pop()?.stop();
    const after = await start(disk);
    expect(await after.metric('limited_dsns')).toBe(1);
  });

  it('opens nothing if one of two addresses is refused, or the insurance cannot be opened', async () => {
    const other = await startRedis('--requirepass', 'hunter2');
    await expect(start({ ADIT_LIMITS: other.url })).rejects.toThrow(
      /^ADIT_LIMITS="redis:.* cannot be used \(NOAUTH/,
    );
    await other.stop();
    await expect(start({ ADIT_INSURANCE: 'disk:/dev/null/x' })).rejects.toThrow(
      /^ADIT_INSURANCE="disk:\/dev\/null\/x" cannot be opened/,
    );
    redis.ask('CONFIG', 'SET', 'maxmemory-policy', 'volatile-ttl');
    await expect(start()).rejects.toThrow(/policy of Redis is volatile-ttl/);
    await expect(
      openSpool(configOf({}), { worker: 1, log: recordLog().log, clock: SYSTEM_CLOCK }),
    ).rejects.toThrow('link is missing');
  });
});
