import { createClient, createCluster, createSentinel } from '@redis/client';
import { deferred, until } from '@adit/testing';
import { createRedis, isDenied, RedisAwayError, type RedisClient, type RedisState } from './redis.ts';
import { createScript } from './script.ts';
import { describeWithRedis, startRedis } from '../../../testing/redis/redis-server.helper.ts';

const SCRIPT = createScript('return 1');

/** A client whose answers a test controls. */
function scriptedClient(): { client: RedisClient; answer: (how: () => Promise<unknown>) => void } {
  let how = (): Promise<unknown> => Promise.resolve(1);
  const evaluate = (): Promise<unknown> => how();
  return {
    client: {
      withTypeMapping: () => ({ evalSha: evaluate, eval: evaluate }),
      subscribe: () => Promise.resolve(),
      unsubscribe: () => Promise.resolve(),
    },
    answer: (next) => (how = next),
  };
}

const failing = (message: string) => () => Promise.reject(new Error(message));

describe('createRedis', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('says once that Redis is away, and once that it is back', async () => {
    const states: RedisState[] = [];
    const { client, answer } = scriptedClient();
    const { run } = createRedis({ client, onState: (state) => states.push(state) });
    await run(SCRIPT, [], []);
    expect(states).toEqual([]);
    answer(failing('LOADING Redis is loading'));
    await expect(run(SCRIPT, [], [])).rejects.toThrow('Redis is away: LOADING');
    const tryAgain = async (): Promise<void> => {
      jest.advanceTimersByTime(500);
      await expect(run(SCRIPT, [], [])).rejects.toThrow('Redis is away');
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    };
    await tryAgain();
    expect(states).toEqual([{ isAway: true, cause: new Error('LOADING Redis is loading') }]);
    answer(failing('OOM command not allowed'));
    await tryAgain();
    expect(states.slice(1)).toEqual([{ isAway: false }]);
    await expect(run(SCRIPT, [], [])).rejects.toThrow('OOM');
    expect(states).toHaveLength(2);
  });

  it('tries a Redis that is away with a script that changes nothing, on the node of the command', async () => {
    const asked: unknown[] = [];
    let isAway = true;
    const client: RedisClient = {
      ...scriptedClient().client,
      withTypeMapping: () => ({
        evalSha: (sha1, { keys }) => {
          asked.push([sha1, keys]);
          return isAway ? Promise.reject(new Error('read ECONNRESET')) : Promise.resolve(1);
        },
        eval: () => Promise.resolve(1),
      }),
    };
    const { run } = createRedis({ client });
    const writing = createScript('write');
    await expect(run(writing, ['key'], [])).rejects.toBeInstanceOf(RedisAwayError);
    isAway = false;
    jest.advanceTimersByTime(500);
    await expect(run(writing, ['key'], [])).rejects.toBeInstanceOf(RedisAwayError);
    expect(asked).toEqual([
      [writing.sha1, ['key']],
      [createScript('#!lua\nreturn 1').sha1, ['key']],
    ]);
  });

  it('counts Redis as away that does not answer in time, and asks it once in half a second', async () => {
    const { client, answer } = scriptedClient();
    const { run } = createRedis({ client });
    let asked = 0;
    answer(() => {
      asked += 1;
      return new Promise(() => undefined);
    });
    const late = run(SCRIPT, [], []);
    jest.advanceTimersByTime(200);
    await expect(late).rejects.toThrow('Redis has not answered for 200 ms');
    await expect(run(SCRIPT, [], [])).rejects.toBeInstanceOf(RedisAwayError);
    jest.advanceTimersByTime(500);
    const tries = [1, 2, 3].map(() => run(SCRIPT, [], []));
    jest.advanceTimersByTime(200);
    await Promise.allSettled(tries);
    expect(asked).toBe(2);
  });

  it('works on if it cannot tell its state', async () => {
    const { client, answer } = scriptedClient();
    const { run } = createRedis({
      client,
      onState: () => {
        throw new Error('broken');
      },
    });
    answer(failing('read ECONNRESET'));
    await expect(run(SCRIPT, [], [])).rejects.toThrow('Redis is away: read ECONNRESET');
  });

  it('takes the clients for one node, a cluster and Sentinel', () => {
    const clients: RedisClient[] = [
      createClient(),
      createCluster({ rootNodes: [{}] }),
      createSentinel({ name: 'primary', sentinelRootNodes: [{ host: '127.0.0.1', port: 1 }] }),
    ];
    for (const client of clients) expect(createRedis({ client }).prefix).toBe('adit:');
  });

  it.each([-1, 0.5, Number.NaN])('is not created with %d replicas', (replicas) => {
    expect(() => createRedis({ client: scriptedClient().client, replicas })).toThrow(
      `createRedis: replicas is ${replicas}; accepted is a whole number.`,
    );
  });

  it('waits for replicas half as long as Redis may take to answer, with a client that can', async () => {
    const { client } = scriptedClient();
    expect(() => createRedis({ client, replicas: 1 })).toThrow(
      'replicas needs a client with the function multi',
    );
    const sent: unknown[][] = [];
    const pipeline: ReturnType<NonNullable<RedisClient['multi']>> = {
      eval: (source, { keys }) => {
        sent.push(['eval', source.includes('SET'), ...keys]);
        return pipeline;
      },
      wait: (...args) => {
        sent.push(['wait', ...args]);
        return pipeline;
      },
      execAsPipeline: () => Promise.resolve([Buffer.from('id'), 2]),
    };
    const { wait } = createRedis({
      client: { ...client, multi: () => pipeline },
      replicas: 1,
      deadlineMs: 201,
    });
    expect(await wait()).toEqual({ primary: 'id', replicas: 2 });
    // On one connection: WAIT counts what its own has written.
    expect(sent).toEqual([
      ['eval', true, 'adit:spool:mark'],
      ['wait', 1, 101],
    ]);
  });

  it.each([0, 1.5, 60_001, Number.NaN])('is not created with deadlineMs %d', (deadlineMs) => {
    expect(() => createRedis({ client: scriptedClient().client, deadlineMs })).toThrow(
      `createRedis: deadlineMs is ${deadlineMs}; accepted is a whole number from 1 to 60000.`,
    );
  });

  it('tries once in half a second, even if an older command ends meanwhile', async () => {
    const { client, answer } = scriptedClient();
    const { run } = createRedis({ client, deadlineMs: 60_000 });
    const older = deferred<unknown>();
    answer(() => older.promise);
    const olderRun = run(SCRIPT, [], []);
    answer(failing('read ECONNRESET'));
    await expect(run(SCRIPT, [], [])).rejects.toBeInstanceOf(RedisAwayError);
    jest.advanceTimersByTime(500);
    const trial = deferred<unknown>();
    let asked = 0;
    answer(() => {
      asked += 1;
      return trial.promise;
    });
    const trialRun = run(SCRIPT, [], []);
    trialRun.catch(() => undefined);
    older.reject(new Error('read ECONNRESET'));
    await expect(olderRun).rejects.toBeInstanceOf(RedisAwayError);
    jest.advanceTimersByTime(500);
    await expect(run(SCRIPT, [], [])).rejects.toThrow('Redis is away');
    expect(asked).toBe(1);
    await expect(trialRun).rejects.toThrow('Redis is away');
    trial.resolve(1);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    answer(() => Promise.resolve(1));
    expect(await run(SCRIPT, [], [])).toBe(1);
  });
});

describe('isDenied', () => {
  it.each([
    [new Error('NOAUTH Authentication required.'), true],
    [new RedisAwayError('Redis is away', { cause: new Error('NOPERM this user has no permissions') }), true],
    [new Error("ERR The user executing the script can't run this command"), true],
    [new RedisAwayError('Redis has not answered for 200 ms'), false],
    [new Error('OOM command not allowed'), false],
    ['text', false],
  ])('of %p is %p', (error, denied) => {
    expect(isDenied(error)).toBe(denied);
  });
});

describeWithRedis('a Redis that may only be read', () => {
  it('counts as away until it takes writes again', async () => {
    const server = await startRedis();
    try {
      const states: RedisState[] = [];
      const { run } = await server.connect({ onState: (state) => states.push(state) });
      const write = createScript("return redis.call('SET', KEYS[1], '1')");
      const tryToWrite = (): Promise<unknown> => run(write, ['key'], []).catch((error: unknown) => error);
      await server.ask('REPLICAOF', '127.0.0.1', '1');
      expect(String(await tryToWrite())).toContain('Redis is away: READONLY');
      for (let tries = 0; tries < 60; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await tryToWrite();
      }
      expect(states).toEqual([{ isAway: true, cause: expect.any(Error) as Error }]);

      await server.ask('REPLICAOF', 'NO', 'ONE');
      await until(async () => !((await tryToWrite()) instanceof Error));
      expect(states.slice(1)).toEqual([{ isAway: false }]);
    } finally {
      await server.stop();
    }
  });
});
