import { createFakeClock, until, type FakeClock } from '@adit/testing';
import { describeWithRedis, startRedis, useRedis } from '../../../testing/redis/redis-server.helper.ts';
import { bodyOf, drainTexts } from '../../../testing/spool-store.contract.ts';
import { SpoolElsewhereError, type SpoolStore } from '../stores.ts';
import {
  createRedisSpool,
  createRedisSpoolByClock,
  type RedisSpool,
  type RedisSpoolOptions,
} from './redis-spool.ts';
import { RedisAwayError, type Redis } from './redis.ts';
import type { Script } from './script.ts';
import { spoolKeys } from './spool-keys.ts';
import { LIST_NAMES, MEASURE, READ, READ_PIECE, RENEW } from './spool-scripts.ts';

const A = 'https://a@one.example/1';

/** A connection that counts the scripts it runs. Answers to the script named in `late` arrive too late. */
interface WatchedRedis extends Redis {
  late: Script | undefined;
  readonly runs: Map<Script, number>;
}

function watched(redis: Redis): WatchedRedis {
  const runs = new Map<Script, number>();
  const self: WatchedRedis = {
    ...redis,
    late: undefined,
    runs,
    run: async (script, keys, args) => {
      runs.set(script, (runs.get(script) ?? 0) + 1);
      const reply = await redis.run(script, keys, args);
      if (self.late === script) throw new RedisAwayError('Redis has not answered');
      return reply;
    },
  };
  return self;
}

describeWithRedis('createRedisSpool', () => {
  const server = useRedis();
  const opened: SpoolStore[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((spool) => spool.close())));

  const open = async (
    options: Omit<RedisSpoolOptions, 'redis'> = {},
  ): Promise<{ spool: RedisSpool; redis: WatchedRedis; clock: FakeClock }> => {
    const redis = watched(await server.connect());
    const clock = createFakeClock();
    const spool = await createRedisSpoolByClock({ redis, ...options }, clock);
    opened.push(spool);
    return { spool, redis, clock };
  };
  const put = (spool: SpoolStore, body: string | Buffer, dsn = A): Promise<void> =>
    spool.append({ dsn, receivedAt: 7, fields: {}, body: Buffer.from(body) });
  const textOf = async (spool: SpoolStore): Promise<string | undefined> =>
    (await bodyOf(await spool.peek(A)))?.toString();
  const loseLease = ({ prefix }: Redis): Promise<string> => server.ask('DEL', spoolKeys(prefix, A).lease);
  /** Lets the spool check Redis once, and waits for it. */
  const look = async (clock: FakeClock): Promise<void> => {
    await clock.advance(1_000);
    await until(() => clock.pending > 0);
  };

  it('is emptied by a process that starts while Redis has no memory left', async () => {
    const full = await startRedis();
    try {
      const before = await createRedisSpool({ redis: await full.connect({ prefix: 'full:' }) });
      for (const text of ['first', 'second']) await put(before, text);
      await before.close();
      await full.ask('CONFIG', 'SET', 'maxmemory', '1');
      const spool = await createRedisSpool({ redis: await full.connect({ prefix: 'full:' }) });
      await expect(put(spool, 'third')).rejects.toThrow('OOM');
      expect(await drainTexts(spool, A)).toEqual(['first', 'second']);
      await spool.close();
    } finally {
      await full.stop();
    }
  });

  it('holds a lease whose answer came too late', async () => {
    const { spool, redis } = await open();
    await put(spool, 'first');
    redis.late = READ;
    await expect(spool.peek(A)).rejects.toBeInstanceOf(RedisAwayError);
    redis.late = undefined;
    expect(await drainTexts(spool, A)).toEqual(['first']);
  });

  it('shows nothing that it has read ahead after a pause longer than its lease', async () => {
    const { spool, redis, clock } = await open();
    for (const text of ['first', 'second']) await put(spool, text);
    expect(await textOf(spool)).toBe('first');
    await spool.remove(A);
    await loseLease(redis);
    const other = await createRedisSpool({ redis });
    opened.push(other);
    expect(await drainTexts(other, A)).toEqual(['second']);
    await put(other, 'third');

    await clock.advance(10_000);

    await expect(spool.peek(A)).rejects.toBeInstanceOf(SpoolElsewhereError);
  });

  it('goes on with what it has after a pause in which nobody took its lease', async () => {
    const { spool, clock } = await open();
    for (const text of ['first', 'second']) await put(spool, text);
    await spool.peek(A);
    await clock.advance(10_000);
    expect(await drainTexts(spool, A)).toEqual(['first', 'second']);
  });

  it('shows nothing behind an envelope whose body Redis did not give', async () => {
    const { spool, redis } = await open();
    const large = Buffer.alloc(300_000, 'large');
    await put(spool, large);
    await put(spool, 'second');
    const entry = await spool.peek(A);
    redis.late = READ_PIECE;
    await expect(bodyOf(entry)).rejects.toBeInstanceOf(RedisAwayError);
    expect(await spool.peekBehind(A, 1)).toBeUndefined();
    redis.late = undefined;
    expect((await bodyOf(await spool.peek(A)))?.equals(large)).toBe(true);
    expect((await bodyOf(await spool.peekBehind(A, 1)))?.toString()).toBe('second');
  });

  it('reads ahead as much as fits into 256 KiB, or one envelope', async () => {
    const { spool, redis } = await open();
    for (let count = 0; count < 10; count += 1) await put(spool, Buffer.alloc(100_000));
    await put(spool, Buffer.alloc(262_144));
    await spool.peekBehind(A, 10);
    expect(redis.runs.get(READ)).toBe(6);
  });

  it('looks no further ahead once all DSNs together have read 16 MiB, and always at the oldest', async () => {
    const { spool } = await open();
    const B = 'https://b@one.example/2';
    for (let count = 0; count < 180; count += 1) await put(spool, Buffer.alloc(100_000));
    for (const text of ['first', 'second']) await put(spool, text, B);
    // Control: while there is room, it looks as far as it is asked to.
    expect(await spool.peekBehind(A, 150)).toBeDefined();
    expect(await spool.peekBehind(A, 175)).toBeUndefined();
    expect(await spool.peekBehind(B, 1)).toBeUndefined();
    expect((await bodyOf(await spool.peek(B)))?.toString()).toBe('first');
    await spool.removeMany(A, 100);
    expect((await bodyOf(await spool.peekBehind(B, 1)))?.toString()).toBe('second');
    expect(await spool.peekBehind(A, 75)).toBeDefined();
  });

  it('renews its leases while it cannot look, and looks on whatever a listener throws', async () => {
    const { spool, redis, clock } = await open({
      onError: () => {
        throw new Error('of the application');
      },
    });
    spool.watch(() => {
      throw new Error('of the application');
    });
    await put(spool, 'first');
    await spool.peek(A);
    redis.late = LIST_NAMES;
    for (let second = 0; second < 4; second += 1) await look(clock);
    expect(redis.runs.get(RENEW)).toBe(1);
    expect(redis.runs.get(LIST_NAMES)).toBe(5);
  });

  it('asks Redis about 256 DSNs in a look, however many there are', async () => {
    const { spool, redis, clock } = await open();
    const dsns = Array.from({ length: 600 }, (_, index) => `https://a@one.example/${index}`);
    await Promise.all(dsns.map((dsn) => put(spool, 'x', dsn)));
    await look(clock);
    const measures: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const before = redis.runs.get(MEASURE) ?? 0;
      await look(clock);
      measures.push((redis.runs.get(MEASURE) ?? 0) - before);
    }
    expect(measures).toEqual([256, 88, 256, 256]);
    expect(redis.runs.get(LIST_NAMES)).toBe(3);
  });

  it('forgets the names of logs that were empty for long, and no others', async () => {
    const { spool, redis, clock } = await open();
    const names = `${redis.prefix}spool:names`;
    await put(spool, 'kept');
    for (const old of [A, 'https://left@one.example/1']) await server.ask('ZADD', names, '1', old);
    await server.ask('ZADD', names, '9999999999', 'https://new@one.example/1');
    for (let count = 0; count < 3; count += 1) await look(clock);
    expect(JSON.parse(await server.ask('ZRANGE', names, '0', '-1'))).toEqual([
      A,
      'https://new@one.example/1',
    ]);
  });

  it('is found by others after Redis has lost the names', async () => {
    const { spool, redis, clock } = await open();
    await put(spool, 'first');
    await server.ask('DEL', `${redis.prefix}spool:names`);
    await look(clock);
    const other = await createRedisSpool({ redis });
    opened.push(other);
    expect(other.pendingDsns()).toEqual([A]);
  });

  it('tells of what Redis has lost, even if the drain has found nothing meanwhile', async () => {
    const lost: unknown[] = [];
    const { spool, clock } = await open({ onLoss: (loss) => lost.push(loss) });
    for (const text of ['first', 'second']) await put(spool, text);
    const before = spool.depth();
    await look(clock);
    await server.ask('FLUSHALL');
    expect(await spool.peek(A)).toBeUndefined();
    expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
    await look(clock);
    expect(lost).toEqual([before]);
    expect(spool.lost()).toBe(2);
    await look(clock);
    expect(lost).toHaveLength(1);
  });

  it('gives nothing out once it is closed', async () => {
    const { spool } = await open();
    await put(spool, 'first');
    await spool.close();
    for (const call of [spool.peek(A), spool.peekBehind(A, 1), spool.remove(A)]) {
      await expect(call).rejects.toThrow('the spool is closed');
    }
  });
});
