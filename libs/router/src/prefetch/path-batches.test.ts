/** @jest-environment node */
import { deferred, type Deferred } from '@adit/testing';
import type { PrefetchPriority } from './job.ts';
import { createPathBatches, type PathBatchesOptions } from './path-batches.ts';
import { createPrefetchScheduler, type PrefetchSchedulerOptions } from './scheduler.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Batches whose requests are answered by hand. */
function scripted(
  options: Partial<PathBatchesOptions<string>> = {},
  schedulerOptions?: PrefetchSchedulerOptions,
) {
  const requests: {
    readonly paths: readonly string[];
    readonly signal: AbortSignal;
    readonly answer: Deferred<ReadonlyMap<string, string>>;
  }[] = [];
  const scheduler = createPrefetchScheduler({ order: 'oldest-first', ...schedulerOptions });
  const batches = createPathBatches<string>({
    scheduler,
    fetchPaths: (paths, { signal }) => {
      const answer = deferred<ReadonlyMap<string, string>>();
      requests.push({ paths, signal, answer });
      return answer.promise;
    },
    ...options,
  });

  async function answer(index: number, ...paths: string[]): Promise<void> {
    requests[index]!.answer.resolve(new Map(paths.map((path) => [path, `page ${path}`])));
    await settled();
  }
  return { batches, scheduler, requests, answer, sent: () => requests.map(({ paths }) => paths.join(' ')) };
}

describe('createPathBatches', () => {
  it('asks once for all the paths of a task, each of them once, and gives each its own answer', async () => {
    const { batches, scheduler, answer, sent } = scripted();
    const handles = ['/a', '/b', '/a'].map((path) => batches.request(path));
    expect(sent()).toEqual([]);
    await settled();
    expect(sent()).toEqual(['/a /b']);
    expect(scheduler.stats()).toMatchObject({ inFlight: 1, queued: 0 });

    const late = batches.request('/b');
    await answer(0, '/a', '/b');
    expect(await Promise.all([...handles, late].map(({ promise }) => promise))).toEqual([
      'page /a',
      'page /b',
      'page /a',
      'page /b',
    ]);

    batches.request('/a');
    await settled();
    expect(sent()).toEqual(['/a /b', '/a']);
  });

  it('fails a path that the answer does not mention, and no other', async () => {
    const { batches, answer } = scripted();
    const known = batches.request('/a');
    const unknown = batches.request('/b');
    await settled();
    await answer(0, '/a');
    await expect(known.promise).resolves.toBe('page /a');
    await expect(unknown.promise).rejects.toThrow('the answer does not mention /b');
  });

  it('fails all the paths of a request that fails, and asks again when asked', async () => {
    const { batches, requests, sent } = scripted();
    const handles = [batches.request('/a'), batches.request('/b')];
    await settled();
    requests[0]!.answer.reject(new Error('502'));
    for (const { promise } of handles) await expect(promise).rejects.toThrow('502');
    handles[0]!.bump('navigation');
    handles[0]!.cancel();
    batches.request('/a');
    await settled();
    expect(sent()).toEqual(['/a /b', '/a']);
  });

  it('keeps within the number of paths and the length of an address', async () => {
    const { batches, sent } = scripted(
      { maxPaths: 2, maxUrlLength: 20 },
      { concurrency: 9, intentReserve: 0 },
    );
    // "&p=%2Fa" has 7 characters, "&p=%2Flonger" 12.
    for (const path of ['/a', '/b', '/c', '/longer', '/d']) batches.request(path);
    await settled();
    expect(sent()).toEqual(['/a /b', '/c /longer', '/d']);

    const tooLong = batches.request('/far-too-long-for-that');
    tooLong.bump('navigation');
    tooLong.cancel();
    await expect(tooLong.promise).rejects.toThrow(
      '/far-too-long-for-that takes 27 characters; accepted: at most 20',
    );
    expect(sent()).toHaveLength(3);
  });

  it('measures a path as the host writes it', async () => {
    const { batches, sent } = scripted(
      { maxUrlLength: 4, urlLengthOf: (path) => path.length },
      { concurrency: 9, intentReserve: 0 },
    );
    for (const path of ['/a', '/b', '/c']) batches.request(path);
    await settled();
    expect(sent()).toEqual(['/a /b', '/c']);
  });

  it('makes a batch of each priority, the highest that was asked for', async () => {
    const { batches, sent } = scripted({ kind: 'segment' });
    batches.request('/a', 'background');
    batches.request('/b');
    batches.request('/a', 'intent');
    batches.request('/a', 'background');
    await settled();
    expect(sent()).toEqual(['/a', '/b']);
  });

  it('raises the batch of a path that is bumped', async () => {
    const { batches, answer, sent } = scripted({ maxPaths: 1 }, { concurrency: 1 });
    const [, , last] = ['/a', '/b', '/c'].map((path) => batches.request(path));
    await settled();
    last!.bump('intent');
    await answer(0, '/a');
    expect(sent()).toEqual(['/a', '/c']);
  });

  describe('cancel', () => {
    it('leaves the others of the batch alone, and aborts the request with the last', async () => {
      const { batches, requests } = scripted();
      const [one, two] = [batches.request('/a'), batches.request('/b')];
      await settled();
      one.cancel();
      one.cancel();
      one.bump('navigation');
      await expect(one.promise).rejects.toMatchObject({ name: 'AbortError' });
      expect(requests[0]!.signal.aborted).toBe(false);
      two.cancel();
      expect(requests[0]!.signal.aborted).toBe(true);
    });

    it('leaves those who share the path alone', async () => {
      const { batches, answer } = scripted();
      const [one, two] = [batches.request('/a'), batches.request('/a')];
      await settled();
      one.cancel();
      await answer(0, '/a');
      await expect(two.promise).resolves.toBe('page /a');
    });

    it('takes the path out of what still waits', async () => {
      const { batches, answer, sent } = scripted({}, { concurrency: 1 });
      batches.request('/first');
      await settled();
      const waiting = batches.request('/a');
      batches.request('/b');
      await settled();
      waiting.cancel();
      batches.request('/c').cancel();
      await answer(0, '/first');
      expect(sent()).toEqual(['/first', '/b']);
    });
  });

  describe('navigation', () => {
    it('is sent at once and alone, out of what waits', async () => {
      const { batches, scheduler, requests, sent } = scripted({}, { concurrency: 1 });
      batches.request('/first');
      await settled();
      const waiting = batches.request('/a');
      batches.request('/b');
      await settled();
      waiting.bump('navigation');
      batches.request('/c', 'navigation');
      expect(sent()).toEqual(['/first', '/a', '/c']);
      expect(scheduler.stats().navigations).toBe(2);
      expect(requests[0]!.signal.aborted).toBe(true);
    });

    it('leaves no empty batch behind', async () => {
      const { batches, scheduler } = scripted();
      scheduler.pause();
      const only = batches.request('/a');
      await settled();
      only.bump('navigation');
      expect(scheduler.stats()).toMatchObject({ navigations: 1, queued: 0 });
    });

    it('joins the request that is in flight for its path', async () => {
      const { batches, scheduler, requests, sent, answer } = scripted();
      const guess = batches.request('/a');
      batches.request('/b');
      await settled();
      const handle = batches.request('/a', 'navigation');
      expect(sent()).toEqual(['/a /b']);
      expect(requests[0]!.signal.aborted).toBe(false);
      expect(scheduler.stats()).toMatchObject({ navigations: 1, inFlight: 0 });
      await answer(0, '/a', '/b');
      expect(await Promise.all([guess.promise, handle.promise])).toEqual(['page /a', 'page /a']);
    });

    it('sends a batch that it interrupted once more, without what was cancelled meanwhile', async () => {
      const { batches, requests, sent, answer } = scripted();
      const [left, kept] = [batches.request('/a'), batches.request('/b')];
      await settled();
      batches.request('/goal', 'navigation');
      requests[0]!.answer.reject(requests[0]!.signal.reason);
      left.cancel();
      await answer(1, '/goal');
      expect(sent()).toEqual(['/a /b', '/goal', '/b']);
      await answer(2, '/b');
      await expect(kept.promise).resolves.toBe('page /b');
    });
  });

  it('refuses what is no priority, for a path and for the batch that has it', async () => {
    const { batches, sent } = scripted();
    const message = 'priority is "high"; accepted: "navigation", "intent", "viewport", "background"';
    expect(() => batches.request('/a', 'high' as PrefetchPriority)).toThrow(new RangeError(message));
    const handle = batches.request('/b');
    expect(() => handle.bump('high' as PrefetchPriority)).toThrow(new RangeError(message));
    await settled();
    expect(sent()).toEqual(['/b']);
  });

  it.each([
    [{ kind: 'page' as 'route' }, 'kind is "page"; accepted: "route", "segment"'],
    [{ maxPaths: 0 }, 'maxPaths is 0; accepted: an integer of at least 1'],
    [{ maxUrlLength: 0 }, 'maxUrlLength is 0; accepted: an integer of at least 1'],
  ])('refuses %j', (options, message) => {
    expect(() => scripted(options)).toThrow(message);
  });
});
