import { deferred } from '@adit/testing';
import { bodyOf, describeSpoolStore, drainTexts } from '../../../testing/spool-store.contract.ts';
import { describeWithRedis, startRedis, useRedis } from '../../../testing/redis/redis-server.helper.ts';
import { SpoolElsewhereError, SpoolFullError, type SpoolStore } from '../stores.ts';
import { createRedisSpool, type RedisSpool } from './redis-spool.ts';
import { RedisAwayError, type Redis } from './redis.ts';
import { APPEND_LARGE } from './spool-scripts.ts';

const A = 'https://a@one.example/1';

describeWithRedis('createRedisSpool', () => {
  const server = useRedis();
  const opened: SpoolStore[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((spool) => spool.close())));

  describeSpoolStore('createRedisSpool', async (bounds) =>
    createRedisSpool({ redis: await server.connect(), ...bounds }),
  );

  const replicas = async (count: number, bounds = {}): Promise<RedisSpool[]> => {
    const prefix = `replicas-${Math.random()}:`;
    const spools: RedisSpool[] = [];
    for (let replica = 0; replica < count; replica += 1) {
      spools.push(await createRedisSpool({ redis: await server.connect({ prefix }), ...bounds }));
    }
    opened.push(...spools);
    return spools;
  };
  const put = (spool: SpoolStore, text: string | Buffer, dsn = A): Promise<void> =>
    spool.append({ dsn, receivedAt: 7, fields: {}, body: Buffer.from(text) });

  it('gives out what another process has stored, in the order of both', async () => {
    const [one, two] = (await replicas(2)) as [RedisSpool, RedisSpool];
    for (let round = 0; round < 20; round += 1) await put(round % 2 === 0 ? one : two, String(round));
    expect(await drainTexts(two, A)).toEqual(Array.from({ length: 20 }, (_, round) => String(round)));
  });

  it('lets one process at a time deliver a DSN, the other once the first is closed', async () => {
    const [one, two] = (await replicas(2)) as [RedisSpool, RedisSpool];
    await put(one, 'first');
    await put(two, 'second');
    expect((await bodyOf(await one.peek(A)))?.toString()).toBe('first');
    await expect(two.peek(A)).rejects.toBeInstanceOf(SpoolElsewhereError);
    await one.close();
    expect(await drainTexts(two, A)).toEqual(['first', 'second']);
  });

  it('removes nothing for a process whose lease has passed to another', async () => {
    const redis = await server.connect();
    const one = await createRedisSpool({ redis });
    const two = await createRedisSpool({ redis });
    opened.push(one, two);
    for (const text of ['first', 'second']) await put(one, text);
    await one.peek(A);
    // The effect of a process that stands still for longer than its lease.
    expect(await server.ask('DEL', `${redis.prefix}spool:{${A}}:lease`)).toBe('1');
    expect((await bodyOf(await two.peek(A)))?.toString()).toBe('first');

    await expect(one.remove(A)).rejects.toBeInstanceOf(SpoolElsewhereError);

    expect(await drainTexts(two, A)).toEqual(['first', 'second']);
  });

  it('removes no other envelope after another process has removed the one that was read', async () => {
    const redis = await server.connect();
    const one = await createRedisSpool({ redis });
    const two = await createRedisSpool({ redis });
    opened.push(one, two);
    await put(one, 'first');
    await one.peek(A);
    await server.ask('DEL', `${redis.prefix}spool:{${A}}:lease`);
    expect(await drainTexts(two, A)).toEqual(['first']);
    await put(two, 'second');
    // A process renews its lease, and would read the log again.
    await new Promise<string>((resolve) => one.watch(resolve));

    await expect(one.remove(A)).rejects.toBeInstanceOf(SpoolElsewhereError);

    expect(await drainTexts(one, A)).toEqual(['second']);
  });

  it('tells a process of what others have stored', async () => {
    const [one, two] = (await replicas(2)) as [RedisSpool, RedisSpool];
    expect(two.pendingDsns()).toEqual([]);
    const told = new Promise<string>((resolve) => two.watch(resolve));
    await put(one, 'stored elsewhere');
    expect(await told).toBe(A);
    expect(two.depth()).toEqual(one.depth());
  });

  it('finds what is stored when it is opened', async () => {
    const redis = await server.connect();
    const before = await createRedisSpool({ redis });
    await put(before, 'kept');
    const depth = before.depth();
    await before.close();
    const after = await createRedisSpool({ redis });
    opened.push(after);
    expect(after.pendingDsns()).toEqual([A]);
    expect(after.depth()).toEqual(depth);
  });

  it('leaves nothing of a large envelope for which another process has left no room', async () => {
    const [one, two] = (await replicas(2, { maxBytesPerDsn: 800_000 })) as [RedisSpool, RedisSpool];
    const lists = async (): Promise<number> =>
      (JSON.parse(await server.ask('KEYS', '*:pieces:*')) as readonly string[]).length;
    await put(two, 'small');
    await put(one, Buffer.alloc(600_000, 'first'));
    const before = await lists();
    await expect(put(two, Buffer.alloc(600_000, 'second'))).rejects.toBeInstanceOf(SpoolFullError);
    while ((await lists()) > before);
    expect(await drainTexts(two, A)).toEqual(['small', expect.stringContaining('first')]);
  });

  it('holds the bound of one DSN over all processes', async () => {
    const [one, two] = (await replicas(2, { maxBytesPerDsn: 10_000 })) as [RedisSpool, RedisSpool];
    await put(one, 'x'.repeat(6_000));
    await expect(put(two, 'x'.repeat(6_000))).rejects.toBeInstanceOf(SpoolFullError);
  });

  it('is full when Redis has no memory left, and keeps nothing of the envelope', async () => {
    const small = await startRedis('--maxmemory', '4mb');
    try {
      const spool = await createRedisSpool({ redis: await small.connect() });
      const kept: string[] = [];
      const fill = async (): Promise<never> => {
        for (;;) {
          const text = `${kept.length}`.padEnd(100_000, '.');
          await put(spool, text);
          kept.push(text);
        }
      };
      await expect(fill()).rejects.toThrow('OOM');
      expect(await drainTexts(spool, A)).toEqual(kept);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
      await spool.close();
    } finally {
      await small.stop();
    }
  });

  it('loses nothing that it has stored when Redis is killed', async () => {
    const own = await startRedis();
    try {
      const redis = await own.connect();
      const spool = await createRedisSpool({ redis });
      for (const text of ['first', 'second']) await put(spool, text);
      await put(spool, Buffer.alloc(600_000, 'third'));
      own.kill('SIGKILL');
      await expect(put(spool, 'refused')).rejects.toThrow('Redis is away');
      await own.restart();
      // A busy Redis may answer late again: what was read before that counts.
      const texts = new Set<string>();
      await untilItAnswers(async () => {
        for (let body; (body = await bodyOf(await spool.peek(A))) !== undefined;) {
          texts.add(body.toString('utf8', 0, 6));
          await spool.remove(A);
        }
      });
      expect([...texts]).toEqual(['first', 'second', 'thirdt']);
      await spool.close();
    } finally {
      await own.stop();
    }
  });

  it('is not opened on a Redis that may evict what is stored', async () => {
    const evicting = await startRedis('--maxmemory-policy', 'allkeys-lru');
    try {
      await expect(createRedisSpool({ redis: await evicting.connect() })).rejects.toThrow(
        /maxmemory-policy of Redis is allkeys-lru; accepted is noeviction/,
      );
    } finally {
      await evicting.stop();
    }
  });

  it('is opened while Redis is away, and refuses later what Redis may evict', async () => {
    const own = await startRedis();
    try {
      const redis = await own.connect({ prefix: 'later:', deadlineMs: 5_000 });
      own.kill('SIGKILL');
      const errors: unknown[] = [];
      const spool = await createRedisSpool({ redis, onError: (error) => errors.push(error) });
      expect(String(errors[0])).toContain('Redis is away');
      await expect(put(spool, 'one')).rejects.toBeInstanceOf(RedisAwayError);
      await own.restart();
      await untilItAnswers(() => put(spool, 'one'));
      await own.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
      await untilItFails(() => put(spool, 'kept'), 'is allkeys-lru; accepted is noeviction');
      await own.ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      await untilItAnswers(() => put(spool, 'two'));
      await spool.close();
    } finally {
      await own.stop();
    }
  });

  it('is not opened for a user who may not write', async () => {
    await server.ask('ACL', 'SETUSER', 'default', '-xadd');
    try {
      await expect(createRedisSpool({ redis: await server.connect() })).rejects.toThrow(
        "The user executing the script can't run this command",
      );
    } finally {
      await server.ask('ACL', 'SETUSER', 'default', '+xadd');
    }
  });

  it('tells what Redis has lost, and counts from nothing', async () => {
    const own = await startRedis();
    try {
      const redis = await own.connect();
      const lost: unknown[] = [];
      let note = (): void => undefined;
      const noted = new Promise<void>((resolve) => (note = resolve));
      const spool = await createRedisSpool({
        redis,
        onLoss: (loss) => {
          lost.push(loss);
          note();
        },
      });
      for (const text of ['one', 'two', 'three']) await put(spool, text);
      const before = spool.depth();
      await own.ask('FLUSHALL');
      await noted;
      expect(lost).toEqual([before]);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
      await put(spool, 'four');
      expect(await drainTexts(spool, A)).toEqual(['four']);
      await spool.close();
    } finally {
      await own.stop();
    }
  });

  it('reads no more than 64 MiB of bodies at once', async () => {
    const [spool] = (await replicas(1)) as [RedisSpool];
    const gate = deferred<undefined>();
    const large = (): Promise<void> =>
      spool.append({
        dsn: A,
        receivedAt: 7,
        fields: {},
        body: (async function* () {
          yield Buffer.alloc(18 * 1_048_576);
          await gate.promise;
        })(),
      });
    const three = [large(), large(), large()];
    await expect(large()).rejects.toBeInstanceOf(SpoolFullError);
    gate.resolve(undefined);
    await Promise.all(three);
    expect(spool.depth().envelopes).toBe(3);
  });

  it('keeps the pieces of an envelope whose answer came too late: its entry may be there', async () => {
    const redis = await server.connect();
    let isLate = false;
    const slow: Redis = {
      ...redis,
      run: async (script, keys, args) => {
        const reply = await redis.run(script, keys, args);
        if (isLate && script === APPEND_LARGE) throw new RedisAwayError('Redis has not answered');
        return reply;
      },
    };
    const spool = await createRedisSpool({ redis: slow });
    opened.push(spool);
    isLate = true;
    const body = Buffer.alloc(600_000, 'large');
    await expect(put(spool, body)).rejects.toThrow('has not answered');
    isLate = false;
    expect((await bodyOf(await spool.peek(A)))?.equals(body)).toBe(true);
  });

  it('refuses an envelope of more than 20 MiB', async () => {
    const [spool] = (await replicas(1)) as [RedisSpool];
    const large = (async function* () {
      for (let count = 0; count < 21; count += 1) yield Buffer.alloc(1_048_576);
    })();
    await expect(spool.append({ dsn: A, receivedAt: 7, fields: {}, body: large })).rejects.toThrow(
      'Redis takes envelopes of up to 20971520 bytes',
    );
  });
});

/** Retries until Redis is back. */
async function untilItAnswers<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Repeats the work until it fails with this message. */
async function untilItFails(work: () => Promise<unknown>, message: string): Promise<void> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      expect(String(error)).toContain(message);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
