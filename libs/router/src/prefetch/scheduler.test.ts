/** @jest-environment node */
import { deferred, type Deferred } from '@adit/testing';
import type { PrefetchHandle, PrefetchJob } from './job.ts';
import { createPrefetchScheduler, type PrefetchSchedulerOptions } from './scheduler.ts';
import type { PrefetchKind, PrefetchPriority } from '../prefetch-types.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A scheduler whose runs the test settles, and the order in which they started. */
function scripted(options?: PrefetchSchedulerOptions) {
  const scheduler = createPrefetchScheduler<string>(options);
  const started: string[] = [];
  const runs = new Map<string, { readonly run: Deferred<string>; readonly signal: AbortSignal }>();

  function schedule(
    key: string,
    priority: PrefetchPriority = 'viewport',
    kind: PrefetchKind = 'route',
    abortable?: boolean,
  ): PrefetchHandle<string> {
    return scheduler.schedule({
      key,
      kind,
      priority,
      abortable,
      run: ({ signal }) => {
        started.push(key);
        const run = deferred<string>();
        runs.set(key, { run, signal });
        return run.promise;
      },
    });
  }

  async function finish(...keys: string[]): Promise<void> {
    for (const key of keys) {
      runs.get(key)!.run.resolve(`${key} done`);
      await settled();
    }
  }

  return { scheduler, schedule, finish, started, runs };
}

describe('createPrefetchScheduler', () => {
  it('S28 has at most 5 in flight, and starts the next when one is done', async () => {
    const { scheduler, schedule, finish, started } = scripted({ intentReserve: 0, order: 'oldest-first' });
    for (let index = 1; index <= 8; index += 1) schedule(String(index));
    await settled();
    expect(started).toEqual(['1', '2', '3', '4', '5']);
    expect(scheduler.stats()).toEqual({
      inFlight: 5,
      maxInFlight: 5,
      queued: 3,
      navigations: 0,
      byKind: { route: { inFlight: 5, maxInFlight: 5 }, segment: { inFlight: 0, maxInFlight: 0 } },
    });
    await finish('2');
    expect(started).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('S29 has at most 3 segments among them, and no waiting segment holds a route back', async () => {
    const { scheduler, schedule, started } = scripted({ intentReserve: 0, order: 'oldest-first' });
    for (let index = 1; index <= 6; index += 1) schedule(`segment ${index}`, 'intent', 'segment');
    schedule('route 1', 'background');
    schedule('route 2', 'background');
    schedule('route 3', 'background');
    await settled();
    expect(started).toEqual(['segment 6', 'segment 1', 'segment 2', 'route 1', 'route 2']);
    expect(scheduler.stats().byKind.segment).toEqual({ inFlight: 3, maxInFlight: 3 });
  });

  describe('order', () => {
    const ORDER = { concurrency: 1 };

    it('is intent, viewport, background; the newest first within each', async () => {
      const { schedule, finish, started } = scripted(ORDER);
      schedule('background 1', 'background');
      schedule('viewport 1');
      schedule('intent 1', 'intent');
      schedule('viewport 2');
      schedule('intent 2', 'intent');
      await settled();
      await finish('intent 2', 'intent 1', 'viewport 2', 'viewport 1', 'background 1');
      expect(started).toEqual(['intent 2', 'intent 1', 'viewport 2', 'viewport 1', 'background 1']);
    });

    it('is the order of arrival within a class where the caller has ranked its jobs', async () => {
      const { schedule, finish, started } = scripted({ ...ORDER, order: 'oldest-first' });
      schedule('viewport 1');
      schedule('viewport 2');
      schedule('intent 1', 'intent');
      await settled();
      await finish('intent 1', 'viewport 1', 'viewport 2');
      expect(started).toEqual(['intent 1', 'viewport 1', 'viewport 2']);
    });

    it('is not changed by asking again where the caller has ranked its jobs, unless for a higher class', async () => {
      const { schedule, finish, started } = scripted({ ...ORDER, order: 'oldest-first' });
      for (const key of ['a', 'b', 'c']) schedule(key);
      schedule('a');
      schedule('c', 'intent');
      await settled();
      await finish('c', 'a', 'b');
      expect(started).toEqual(['c', 'a', 'b']);
    });

    it('counts across kinds', async () => {
      const { schedule, finish, started } = scripted(ORDER);
      schedule('route 1', 'viewport', 'route');
      schedule('segment 1', 'viewport', 'segment');
      schedule('route 2', 'background', 'route');
      schedule('segment 2', 'intent', 'segment');
      await settled();
      await finish('segment 2', 'segment 1', 'route 1');
      expect(started).toEqual(['segment 2', 'segment 1', 'route 1', 'route 2']);
    });

    it('changes with a bump, which raises but never lowers', async () => {
      const { schedule, finish, started } = scripted(ORDER);
      const first = schedule('first');
      schedule('second');
      const third = schedule('third');
      first.bump('intent');
      third.bump('background');
      await settled();
      await finish('first', 'third');
      expect(started).toEqual(['first', 'third', 'second']);
    });

    it('is not disturbed by bumping what already runs or was cancelled', async () => {
      const { scheduler, schedule, started } = scripted(ORDER);
      const running = schedule('running');
      await settled();
      const cancelled = schedule('cancelled');
      cancelled.cancel();
      running.bump('intent');
      cancelled.bump('intent');
      await settled();
      expect(started).toEqual(['running']);
      expect(scheduler.stats().queued).toBe(0);
    });
  });

  describe('the lane for what the visitor points at', () => {
    it('keeps one slot that guesses never take, and lifts no limit', async () => {
      const { scheduler, schedule, started } = scripted();
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) schedule(key, 'background');
      await settled();
      expect(scheduler.stats()).toMatchObject({ inFlight: 4, queued: 2 });
      schedule('hovered', 'intent');
      await settled();
      expect(started.at(-1)).toBe('hovered');
      schedule('hovered next', 'intent');
      await settled();
      expect(scheduler.stats()).toMatchObject({ inFlight: 5, maxInFlight: 5, queued: 3 });
    });

    it('opens to a waiting job that is bumped', async () => {
      const { schedule, started } = scripted({ concurrency: 2 });
      schedule('a', 'background');
      await settled();
      const waiting = schedule('b');
      await settled();
      expect(started).toEqual(['a']);
      waiting.bump('intent');
      await settled();
      expect(started).toEqual(['a', 'b']);
    });

    it('keeps a slot of the segments as well', async () => {
      const { scheduler, schedule, started } = scripted();
      for (const key of ['a', 'b', 'c']) schedule(key, 'viewport', 'segment');
      await settled();
      expect(scheduler.stats().byKind.segment.inFlight).toBe(2);
      schedule('hovered', 'intent', 'segment');
      await settled();
      expect(started.at(-1)).toBe('hovered');
      expect(scheduler.stats().byKind.segment.inFlight).toBe(3);
    });

    it('serves the newest only: the one before it waits with the guesses, ahead of them', async () => {
      const { schedule, finish, started } = scripted({ concurrency: 2 });
      schedule('running', 'intent');
      await settled();
      schedule('seen');
      schedule('hovered first', 'intent');
      schedule('hovered last', 'intent');
      await settled();
      expect(started).toEqual(['running', 'hovered last']);
      await finish('running');
      // One slot is free, and reserved.
      expect(started).toEqual(['running', 'hovered last']);
      await finish('hovered last', 'hovered first', 'seen');
      expect(started).toEqual(['running', 'hovered last', 'hovered first', 'seen']);
    });

    it('comes back to a link that is pointed at again', async () => {
      const { schedule, finish, started } = scripted({ concurrency: 1 });
      schedule('running');
      await settled();
      const first = schedule('first', 'intent');
      schedule('second', 'intent');
      first.bump('intent');
      await finish('running', 'first');
      expect(started).toEqual(['running', 'first', 'second']);
    });

    it('is never all there is', async () => {
      const { scheduler, schedule } = scripted({ concurrency: 2, intentReserve: 9 });
      schedule('a', 'background', 'segment');
      schedule('b', 'background');
      await settled();
      expect(scheduler.stats()).toMatchObject({ inFlight: 1, queued: 1 });
    });
  });

  describe('navigation', () => {
    it('starts at once, paused or full, and counts towards no limit', async () => {
      const { scheduler, schedule, finish, started } = scripted({ concurrency: 1 });
      schedule('guess', 'viewport', 'route', false);
      await settled();
      scheduler.pause();
      schedule('goal', 'navigation');
      expect(started).toEqual(['guess', 'goal']);
      expect(scheduler.stats()).toMatchObject({ inFlight: 1, maxInFlight: 1, navigations: 1 });
      await finish('goal');
      expect(scheduler.stats()).toMatchObject({ inFlight: 1, navigations: 0 });
    });

    it('interrupts what may be interrupted, starts nothing meanwhile, and lets each go on once', async () => {
      const { scheduler, schedule, finish, started, runs } = scripted({ order: 'oldest-first' });
      const guesses = [
        schedule('a'),
        schedule('b', 'viewport', 'segment'),
        schedule('c', 'viewport', 'route', false),
      ];
      await settled();
      const interrupted = [runs.get('a')!, runs.get('b')!];
      const handle = schedule('goal', 'navigation');
      expect(interrupted.map(({ signal }) => signal.aborted)).toEqual([true, true]);
      expect(runs.get('c')!.signal.aborted).toBe(false);
      expect(scheduler.stats()).toMatchObject({ queued: 2, navigations: 1 });

      schedule('d');
      for (const { run, signal } of interrupted) run.reject(signal.reason);
      await finish('c');
      expect(started).toEqual(['a', 'b', 'c', 'goal']);

      await finish('goal');
      expect(started).toEqual(['a', 'b', 'c', 'goal', 'a', 'b', 'd']);
      await finish('a', 'b', 'd');
      await expect(handle.promise).resolves.toBe('goal done');
      expect(await Promise.all(guesses.map(({ promise }) => promise))).toEqual([
        'a done',
        'b done',
        'c done',
      ]);
      expect(started).toHaveLength(7);
    });

    it('joins a run of its own key, which then is no prefetch any more', async () => {
      const { scheduler, schedule, finish, started, runs } = scripted();
      const guess = schedule('goal');
      schedule('other');
      await settled();
      const handle = schedule('goal', 'navigation');
      expect(runs.get('goal')!.signal.aborted).toBe(false);
      expect(runs.get('other')!.signal.aborted).toBe(true);
      expect(scheduler.stats()).toMatchObject({ inFlight: 1, navigations: 1, queued: 1 });
      await finish('goal');
      expect(await Promise.all([guess.promise, handle.promise])).toEqual(['goal done', 'goal done']);
      expect(started.filter((key) => key === 'goal')).toHaveLength(1);
    });

    it('starts a waiting job that is bumped to it, once', async () => {
      const { scheduler, schedule, started } = scripted();
      scheduler.pause();
      const waiting = schedule('goal', 'background');
      waiting.bump('navigation');
      waiting.bump('navigation');
      schedule('goal', 'navigation');
      expect(started).toEqual(['goal']);
      expect(scheduler.stats()).toMatchObject({ queued: 0, navigations: 1 });
    });
  });

  describe('a promise asked for late', () => {
    it('is the outcome', async () => {
      const { schedule, finish, runs } = scripted();
      const done = schedule('done');
      const failed = schedule('failed');
      await settled();
      await finish('done');
      runs.get('failed')!.run.reject(new Error('no route'));
      await settled();
      done.cancel();
      done.bump('navigation');
      await expect(done.promise).resolves.toBe('done done');
      await expect(failed.promise).rejects.toThrow('no route');
      expect(done.promise).toBe(done.promise);
    });

    it('is an AbortError after cancel', async () => {
      const { schedule } = scripted();
      const handle = schedule('a');
      handle.cancel();
      await expect(handle.promise).rejects.toMatchObject({ name: 'AbortError' });
    });
  });

  describe('sharing', () => {
    it('runs jobs of one key once, waiting or in flight', async () => {
      const { schedule, finish, started } = scripted();
      const one = schedule('a');
      const two = schedule('a', 'intent');
      await settled();
      const three = schedule('a');
      await finish('a');
      expect(started).toEqual(['a']);
      expect(await Promise.all([one.promise, two.promise, three.promise])).toEqual([
        'a done',
        'a done',
        'a done',
      ]);
    });

    it('raises the waiting job to the highest priority asked for', async () => {
      const { schedule, started } = scripted({ concurrency: 1 });
      schedule('a', 'background');
      schedule('b');
      schedule('a', 'intent');
      await settled();
      expect(started).toEqual(['a']);
    });

    it('runs the same key again once it is done', async () => {
      const { schedule, finish, started } = scripted();
      schedule('a');
      await settled();
      await finish('a');
      schedule('a');
      await settled();
      expect(started).toEqual(['a', 'a']);
    });
  });

  describe('cancel', () => {
    it('rejects one share and leaves the others theirs', async () => {
      const { schedule, finish, runs } = scripted();
      const left = schedule('a');
      const kept = schedule('a');
      await settled();
      left.cancel();
      left.cancel();
      await expect(left.promise).rejects.toMatchObject({ name: 'AbortError' });
      expect(runs.get('a')!.signal.aborted).toBe(false);
      await finish('a');
      await expect(kept.promise).resolves.toBe('a done');
    });

    it('takes the job out of the queue with the last share', async () => {
      const { scheduler, schedule, started } = scripted({ concurrency: 1 });
      schedule('a');
      await settled();
      const waiting = schedule('b');
      expect(scheduler.stats().queued).toBe(1);
      waiting.cancel();
      expect(scheduler.stats().queued).toBe(0);
      await expect(waiting.promise).rejects.toMatchObject({ name: 'AbortError' });
      expect(started).toEqual(['a']);
    });

    it('aborts a running job, whose slot and key are told apart from its successor', async () => {
      const { scheduler, schedule, started, runs } = scripted({ concurrency: 2, intentReserve: 0 });
      schedule('a').cancel();
      schedule('a');
      await settled();
      expect(started).toEqual(['a']);

      const running = schedule('b');
      await settled();
      running.cancel();
      const aborted = runs.get('b')!;
      expect(aborted.signal.aborted).toBe(true);
      expect(scheduler.stats().inFlight).toBe(2);

      const successor = schedule('b');
      await settled();
      // The aborted run still holds its slot: the request is on the network until it settles.
      expect(started).toEqual(['a', 'b']);
      aborted.run.reject(new Error('aborted'));
      await settled();
      expect(started).toEqual(['a', 'b', 'b']);
      runs.get('b')!.run.resolve('successor');
      await expect(successor.promise).resolves.toBe('successor');
    });
  });

  describe('failure', () => {
    it('frees the slot and reaches every share, and never counts as unhandled', async () => {
      const unhandled = jest.fn();
      process.on('unhandledRejection', unhandled);
      const { scheduler, schedule, runs } = scripted({ concurrency: 1 });
      const handle = schedule('a');
      // Read before the failure, and not awaited.
      void schedule('a').promise;
      await settled();
      runs.get('a')!.run.reject(new Error('no route'));
      await settled();
      await expect(handle.promise).rejects.toThrow('no route');
      expect(scheduler.stats().inFlight).toBe(0);
      expect(unhandled).not.toHaveBeenCalled();
      process.off('unhandledRejection', unhandled);
    });

    it('is the same for a run that throws at once', async () => {
      const scheduler = createPrefetchScheduler();
      const handle = scheduler.schedule({
        key: 'a',
        kind: 'route',
        priority: 'intent',
        run: () => {
          throw new Error('at once');
        },
      });
      await expect(handle.promise).rejects.toThrow('at once');
      expect(scheduler.stats().inFlight).toBe(0);
    });
  });

  it.each([
    [{ concurrency: 0 }, 'concurrency is 0; accepted: an integer of at least 1'],
    [{ segmentConcurrency: 1.5 }, 'segmentConcurrency is 1.5; accepted: an integer of at least 1'],
    [{ intentReserve: -1 }, 'intentReserve is -1; accepted: an integer of at least 0'],
    [{ concurrency: 2, segmentConcurrency: 3 }, 'segmentConcurrency is 3; accepted: at most concurrency, 2'],
    [{ concurrency: '5' }, 'concurrency is "5"; accepted: an integer of at least 1'],
    [{ concurrency: null }, 'concurrency is null; accepted: an integer of at least 1'],
    [{ order: 'newest' }, 'order is "newest"; accepted: "newest-first", "oldest-first"'],
    [{ order: null }, 'order is null; accepted: "newest-first", "oldest-first"'],
  ])('refuses %j', (options, message) => {
    expect(() => createPrefetchScheduler(options as PrefetchSchedulerOptions)).toThrow(
      new RangeError(message),
    );
  });

  it.each([
    [{ kind: 'page' }, 'kind is "page"; accepted: "route", "segment"'],
    [{ priority: 'high' }, 'priority is "high"; accepted: "navigation", "intent", "viewport", "background"'],
    // Names that every object has.
    [
      { priority: 'constructor' },
      'priority is "constructor"; accepted: "navigation", "intent", "viewport", "background"',
    ],
  ])('refuses a job with %j, and keeps nothing of it', async (wrong, message) => {
    const scheduler = createPrefetchScheduler<string>();
    const job = { key: 'a', kind: 'route', priority: 'viewport', run: async () => 'done' } as const;
    expect(() => scheduler.schedule({ ...job, ...wrong } as PrefetchJob<string>)).toThrow(
      new RangeError(message),
    );
    expect(scheduler.stats()).toMatchObject({ queued: 0, inFlight: 0 });
    await expect(scheduler.schedule(job).promise).resolves.toBe('done');
  });

  it('refuses to bump a job to an invalid priority, and leaves it in its place', async () => {
    const { schedule, started } = scripted();
    const handle = schedule('a');
    expect(() => handle.bump('high' as PrefetchPriority)).toThrow(
      'priority is "high"; accepted: "navigation", "intent", "viewport", "background"',
    );
    await settled();
    expect(started).toEqual(['a']);
  });

  it('lowers the segment limit with the common one', async () => {
    const { schedule, started } = scripted({ concurrency: 2, intentReserve: 0 });
    for (const key of ['a', 'b', 'c']) schedule(key, 'viewport', 'segment');
    await settled();
    expect(started).toHaveLength(2);
  });
});
