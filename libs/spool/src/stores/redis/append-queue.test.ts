import { deferred, type Deferred } from '@adit/testing';
import { createAppendQueue, type AppendQueue } from './append-queue.ts';
import { RedisAwayError, type Redis } from './redis.ts';
import { spoolKeys } from './spool-keys.ts';

const FULL = new Error('full');

/** A queue over a Redis that answers on command: with `added` for each envelope, or an error. */
function startQueue(confirm = (): Promise<void> => Promise.resolve()) {
  const runs: { readonly names: string[]; readonly answer: Deferred<unknown> }[] = [];
  const measured: number[][] = [];
  const clock = { ms: 0 };
  const redis: Redis = {
    prefix: '',
    deadlineMs: 200,
    run: (_, __, args) => {
      const answer = deferred<unknown>();
      runs.push({ names: args.slice(2).map(String), answer });
      return answer.promise;
    },
    replicas: 0,
    wait: () => Promise.resolve({ primary: '', replicas: 0 }),
    subscribe: () => Promise.resolve(),
    unsubscribe: () => Promise.resolve(),
  };
  const queue = createAppendQueue(redis, spoolKeys('', 'dsn'), 1_000, {
    now: () => clock.ms,
    onMeasured: (...depth) => measured.push(depth),
    fullDsn: () => FULL,
    confirm,
  });
  return { runs, measured, clock, ends: endsOf(queue) };
}

/** Adds envelopes by name, and records the result of each. */
function endsOf(queue: AppendQueue) {
  const ends: string[] = [];
  return {
    ends,
    add: (name: string, takenBytes = 1): void => {
      queue({ takenBytes, args: [name] }).then(
        () => ends.push(`${name} added`),
        (error: unknown) => ends.push(`${name} ${(error as Error).message}`),
      );
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createAppendQueue', () => {
  it('adds together what comes at the same moment, and what comes while two scripts run', async () => {
    const {
      runs,
      measured,
      ends: { ends, add },
    } = startQueue();
    for (const name of ['a', 'b']) add(name);
    await settled();
    add('c');
    await settled();
    for (const name of ['d', 'e']) add(name);
    await settled();
    expect(runs.map(({ names }) => names.join())).toEqual(['a,b', 'c']);

    runs[0]?.answer.resolve([2, 20, [1, 1]]);
    await settled();
    expect(runs.map(({ names }) => names.join())).toEqual(['a,b', 'c', 'd,e']);
    expect(ends).toEqual(['a added', 'b added']);
    expect(measured).toEqual([[2, 20]]);
  });

  it('tells each for which there is no room', async () => {
    const {
      runs,
      ends: { ends, add },
    } = startQueue();
    for (const name of ['a', 'b', 'c']) add(name);
    await settled();
    runs[0]?.answer.resolve([2, 20, [1, 0, 1]]);
    await settled();
    expect(ends.sort()).toEqual(['a added', 'b full', 'c added']);
  });

  it('goes on after a failure, which concerns those of one script', async () => {
    const {
      runs,
      ends: { ends, add },
    } = startQueue();
    for (const name of ['a', 'b']) add(name);
    await settled();
    runs[0]?.answer.reject(new RedisAwayError('away'));
    await settled();
    add('c');
    await settled();
    runs[1]?.answer.resolve([1, 10, [1]]);
    await settled();
    expect(ends).toEqual(['a away', 'b away', 'c added']);
  });

  it('has not added an envelope before it is confirmed', async () => {
    const confirmations = [deferred<undefined>(), deferred<undefined>()];
    const answers = [...confirmations];
    const {
      runs,
      measured,
      ends: { ends, add },
    } = startQueue(() => answers.shift()!.promise);
    for (const name of ['a', 'b']) {
      add(name);
      await settled();
    }
    for (const { answer } of runs) answer.resolve([1, 10, [1]]);
    await settled();
    expect(measured).toHaveLength(2);
    expect(ends).toEqual([]);

    confirmations[0]?.resolve(undefined);
    confirmations[1]?.reject(new RedisAwayError('not passed on'));
    await settled();
    expect(ends).toEqual(['a added', 'b not passed on']);
  });

  it('refuses what has waited for longer than a command may take, and sends nothing of it', async () => {
    const {
      runs,
      clock,
      ends: { ends, add },
    } = startQueue();
    for (const name of ['a', 'b', 'late']) {
      add(name);
      await settled();
    }
    clock.ms = 199;
    add('in time');
    clock.ms = 200;
    runs[0]?.answer.resolve([1, 10, [1]]);
    await settled();
    expect(ends.sort()).toEqual(['a added', 'late Redis has not taken it for 200 ms']);
    expect(runs.map(({ names }) => names.join())).toEqual(['a', 'b', 'in time']);
  });

  it('adds 64 envelopes at once, or 256 KiB, or one', async () => {
    const { runs, ends } = startQueue();
    for (let count = 0; count < 65; count += 1) ends.add('small');
    ends.add('half', 131_072);
    ends.add('half', 131_072);
    ends.add('large', 262_145);
    ends.add('small');
    await settled();
    for (let index = 0; index < 5; index += 1) {
      const { names, answer } = runs[index] ?? { names: [], answer: undefined };
      answer?.resolve([1, 1, names.map(() => 1)]);
      await settled();
    }
    expect(runs.map(({ names }) => names.length)).toEqual([64, 2, 1, 1, 1]);
    expect(ends.ends).toHaveLength(69);
  });
});
