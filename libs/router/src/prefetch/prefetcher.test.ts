/** @jest-environment node */
import { createFakeClock, deferred, type Deferred } from '@adit/testing';
import type { RouterEvent } from '../events.ts';
import { createPrefetchCache, type PrefetchCacheOptions } from './cache.ts';
import { createPrefetcher, type PrefetcherOptions, type PrefetchRequest } from './prefetcher.ts';
import { createPrefetchScheduler, type PrefetchSchedulerOptions } from './scheduler.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scripted({
  limits,
  cache: cacheOptions,
  ...options
}: Partial<Omit<PrefetcherOptions<string>, 'cache'>> & {
  readonly limits?: PrefetchSchedulerOptions;
  readonly cache?: Partial<PrefetchCacheOptions<string>>;
} = {}) {
  const clock = createFakeClock();
  const requests: (PrefetchRequest & { readonly answer: Deferred<string> })[] = [];
  const events: RouterEvent[] = [];
  const scheduler = createPrefetchScheduler<string>(limits);
  const cache = createPrefetchCache<string>({ now: clock.now, ...cacheOptions });
  const prefetcher = createPrefetcher({
    scheduler,
    cache,
    fetchRoute: ({ href, kind, priority, signal }) => {
      const answer = deferred<string>();
      requests.push({ href, kind, priority, signal, answer });
      signal.addEventListener('abort', () => answer.reject(signal.reason));
      return answer.promise;
    },
    onEvent: (event) => void events.push(event),
    ...options,
  });
  /** The events in short: what, which, and what there is to it. */
  const told = (): string[] =>
    events.splice(0).map((event) => {
      if (event.type !== 'prefetch') return `${event.type} ${'url' in event ? event.url : ''}`;
      return `${event.id} ${event.phase} ${event.url}${event.phase === 'refused' ? ` ${event.reason}` : ''}`;
    });
  return { cache, clock, events, prefetcher, requests, scheduler, told };
}

/** The handle of a prefetch that was scheduled. */
function handleOf<Handle>(
  outcome: { outcome: 'scheduled'; handle: Handle } | { outcome: 'cached' | 'refused' },
): Handle {
  if (outcome.outcome !== 'scheduled') throw new Error(outcome.outcome);
  return outcome.handle;
}

describe('createPrefetcher', () => {
  it('fetches a route once, then answers from the cache until it is stale', async () => {
    const { clock, prefetcher, requests } = scripted();
    const first = handleOf(prefetcher.prefetch('/a'));
    const second = handleOf(prefetcher.prefetch('/a', { priority: 'intent' }));
    await settled();
    expect(requests.map(({ href, kind }) => `${kind} ${href}`)).toEqual(['route /a']);
    expect(prefetcher.read('/a')).toEqual({ state: 'pending' });

    requests[0]!.answer.resolve('page');
    expect(await Promise.all([first.promise, second.promise])).toEqual(['page', 'page']);
    expect(prefetcher.prefetch('/a')).toEqual({ outcome: 'cached', value: 'page' });

    await clock.advance(300_000);
    expect(prefetcher.prefetch('/a').outcome).toBe('scheduled');
  });

  it('keeps a route and a segment of the same address apart', async () => {
    const { prefetcher, requests, scheduler } = scripted();
    prefetcher.prefetch('/a', { kind: 'segment' });
    prefetcher.prefetch('/a', { kind: 'route' });
    await settled();
    expect(requests).toHaveLength(2);
    expect(scheduler.stats().byKind.segment.inFlight).toBe(1);
    requests.find(({ kind }) => kind === 'segment')!.answer.resolve('part');
    await settled();
    expect(prefetcher.read('/a', 'segment')).toMatchObject({ state: 'valid', value: 'part' });
    expect(prefetcher.read('/a').state).toBe('pending');
  });

  it('S31 sends nothing for 10 s after a failure, then retries when asked', async () => {
    const { clock, prefetcher, requests } = scripted();
    const failed = handleOf(prefetcher.prefetch('/a'));
    await settled();
    requests[0]!.answer.reject(new Error('502'));
    await expect(failed.promise).rejects.toThrow('502');

    expect(prefetcher.prefetch('/a')).toEqual({
      outcome: 'refused',
      reason: 'backing-off',
      retryAt: 10_000,
    });
    await clock.advance(10_000);
    expect(requests).toHaveLength(1);
    prefetcher.prefetch('/a');
    await settled();
    expect(requests).toHaveLength(2);
  });

  it('resolves addresses where a base is given, so that one route is one entry', async () => {
    const { prefetcher, requests } = scripted({ base: () => 'https://shop.test/a/' });
    prefetcher.prefetch('b#reviews');
    prefetcher.prefetch('https://shop.test/a/b');
    prefetcher.prefetch('http://[');
    await settled();
    expect(requests.map(({ href }) => href).sort()).toEqual(['http://[', 'https://shop.test/a/b']);
  });

  describe('for a navigation', () => {
    it('uses a valid answer', async () => {
      const { clock, prefetcher, requests, told, events } = scripted({ describe: () => ({ bytes: 4 }) });
      prefetcher.prefetch('/a');
      await settled();
      requests[0]!.answer.resolve('page');
      await settled();
      await clock.advance(2_000);
      told();

      expect(prefetcher.navigate('/a')).toEqual({ outcome: 'cached', value: 'page', stale: false });
      expect(events).toEqual([{ type: 'prefetch-used', url: '/a', ageMs: 2_000, bytes: 4 }]);
      expect(prefetcher.navigate('/a').outcome).toBe('cached');
      expect(events).toHaveLength(1);
    });

    it('joins a prefetch that waits, which then starts at once', async () => {
      const { prefetcher, requests, told } = scripted({ limits: { concurrency: 1 } });
      prefetcher.prefetch('/first');
      prefetcher.prefetch('/a', { priority: 'background' });
      await settled();
      told();
      const answer = handleOf(prefetcher.navigate('/a'));
      expect(requests.map(({ href, priority }) => `${href} ${priority}`)).toEqual([
        '/first viewport',
        '/a navigation',
      ]);
      requests[1]!.answer.resolve('page');
      expect(await answer.promise).toBe('page');
      expect(told().filter((each) => each.includes('/a'))).toEqual([
        'prefetch-late /a',
        '2 started /a',
        '2 done /a',
      ]);
    });

    it('joins a prefetch in flight: one request', async () => {
      const { prefetcher, requests, told } = scripted();
      prefetcher.prefetch('/a');
      await settled();
      const answer = handleOf(prefetcher.navigate('/a'));
      const again = handleOf(prefetcher.navigate('/a'));
      requests[0]!.answer.resolve('page');
      expect(await Promise.all([answer.promise, again.promise])).toEqual(['page', 'page']);
      expect(requests).toHaveLength(1);
      expect(told().filter((each) => each.startsWith('prefetch-'))).toEqual(['prefetch-late /a']);
      prefetcher.leave();
      expect(told()).toEqual([]);
    });

    it('fetches a route that was not prefetched, outside the limits and without asking the admission', async () => {
      const decide = jest.fn(() => 'offline' as const);
      const { prefetcher, requests, told } = scripted({
        limits: { concurrency: 1 },
        admission: { decide, spent: jest.fn() },
      });
      const answer = handleOf(prefetcher.navigate('/a'));
      expect(requests[0]).toMatchObject({ href: '/a', priority: 'navigation' });
      requests[0]!.answer.resolve('page');
      expect(await answer.promise).toBe('page');
      expect(decide).not.toHaveBeenCalled();
      prefetcher.leave();
      expect(told()).toEqual(['1 queued /a', '1 started /a', '1 done /a']);
    });

    it('ignores the back-off of a failed prefetch', async () => {
      const { prefetcher, requests } = scripted();
      prefetcher.prefetch('/a');
      await settled();
      requests[0]!.answer.reject(new Error('503'));
      await settled();
      expect(prefetcher.prefetch('/a').outcome).toBe('refused');
      const answer = handleOf(prefetcher.navigate('/a'));
      requests[1]!.answer.resolve('page');
      expect(await answer.promise).toBe('page');
      expect(prefetcher.prefetch('/a').outcome).toBe('cached');
    });

    it('asks again, once, when the prefetch it has joined fails', async () => {
      const { prefetcher, requests } = scripted();
      prefetcher.prefetch('/a');
      await settled();
      const answer = handleOf(prefetcher.navigate('/a'));
      requests[0]!.answer.reject(new Error('503 to guesses'));
      await settled();
      expect(requests.map(({ priority }) => priority)).toEqual(['viewport', 'navigation']);
      requests[1]!.answer.reject(new Error('500'));
      await expect(answer.promise).rejects.toThrow('500');
      expect(requests).toHaveLength(2);
    });

    it('does not ask again for a navigation that was superseded', async () => {
      const { prefetcher, requests, told } = scripted();
      prefetcher.prefetch('/a');
      await settled();
      const answer = handleOf(prefetcher.navigate('/a'));
      answer.cancel();
      await expect(answer.promise).rejects.toThrow('cancelled');
      await settled();
      expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
      // The prefetch goes on as one.
      requests[1]!.answer.resolve('page');
      await settled();
      expect(told()).toContain('1 done /a');
    });

    it('is told apart: a navigation that fails is not repeated', async () => {
      const { prefetcher, requests } = scripted();
      const answer = handleOf(prefetcher.navigate('/a'));
      requests[0]!.answer.reject(new Error('500'));
      await expect(answer.promise).rejects.toThrow('500');
      await settled();
      expect(requests).toHaveLength(1);
    });

    it('back or forward takes what is stale', async () => {
      const { clock, prefetcher, requests } = scripted();
      handleOf(prefetcher.navigate('/a'));
      requests[0]!.answer.resolve('old');
      await settled();
      await clock.advance(300_000);
      expect(prefetcher.read('/a', 'route', { allowStale: true })).toMatchObject({ state: 'stale' });
      expect(prefetcher.navigate('/a', { allowStale: true })).toEqual({
        outcome: 'cached',
        value: 'old',
        stale: true,
      });
      expect(prefetcher.navigate('/a').outcome).toBe('scheduled');
    });
  });

  describe('with an admission', () => {
    it('asks it for what is neither cached nor under way, and tells the reason', async () => {
      const decide = jest.fn(() => 'save-data' as const);
      const { prefetcher, requests, told } = scripted({ admission: { decide, spent: jest.fn() } });
      expect(prefetcher.prefetch('/a', { priority: 'intent', tapped: true, optOut: false })).toEqual({
        outcome: 'refused',
        reason: 'save-data',
      });
      expect(decide).toHaveBeenCalledWith({ url: '/a', priority: 'intent', tapped: true, optOut: false });
      handleOf(prefetcher.navigate('/b'));
      expect(prefetcher.prefetch('/b').outcome).toBe('scheduled');
      requests[0]!.answer.resolve('page');
      await settled();
      expect(prefetcher.prefetch('/b').outcome).toBe('cached');
      expect(decide).toHaveBeenCalledTimes(1);
      expect(told()[0]).toBe('1 refused /a save-data');
    });

    it('tells it the bytes that are known', async () => {
      const spent = jest.fn();
      const { prefetcher, requests } = scripted({
        admission: { decide: () => undefined, spent },
        describe: (value) => (value === '' ? {} : { bytes: value.length }),
      });
      prefetcher.prefetch('/a');
      prefetcher.prefetch('/b');
      await settled();
      requests[0]!.answer.resolve('12345');
      requests[1]!.answer.resolve('');
      await settled();
      expect(spent.mock.calls).toEqual([[5]]);
    });
  });

  describe('tells', () => {
    it('how a prefetch went, and how long it took', async () => {
      const { clock, prefetcher, requests, events } = scripted({ describe: () => ({ bytes: 7 }) });
      prefetcher.prefetch('/a', { priority: 'background' });
      await settled();
      await clock.advance(120);
      requests[0]!.answer.resolve('page');
      await settled();
      const named = { type: 'prefetch', id: '1', url: '/a', kind: 'route', priority: 'background' };
      expect(events).toEqual([
        { ...named, phase: 'queued' },
        { ...named, phase: 'started' },
        { ...named, phase: 'done', durationMs: 120, bytes: 7 },
      ]);
    });

    it('the highest priority it was asked for at', async () => {
      const { prefetcher, events } = scripted();
      const handle = handleOf(prefetcher.prefetch('/a'));
      prefetcher.prefetch('/a', { priority: 'background' });
      handle.bump('intent');
      await settled();
      expect(events.map((event) => 'priority' in event && event.priority)).toEqual(['viewport', 'intent']);
    });

    it('a failure', async () => {
      const { clock, events, prefetcher, requests } = scripted();
      const handle = handleOf(prefetcher.prefetch('/a'));
      await settled();
      await clock.advance(50);
      requests[0]!.answer.reject(new Error('no such page'));
      await expect(handle.promise).rejects.toThrow('no such page');
      expect(events.at(-1)).toMatchObject({ id: '1', phase: 'failed', url: '/a', durationMs: 50 });
      expect(prefetcher.read('/a').state).toBe('rejected');
    });

    it('a cancellation by the last who asked, waiting or in flight, once', async () => {
      const { prefetcher, requests, told } = scripted({ limits: { concurrency: 1, order: 'oldest-first' } });
      const running = handleOf(prefetcher.prefetch('/a'));
      const shared = handleOf(prefetcher.prefetch('/a'));
      const waiting = handleOf(prefetcher.prefetch('/b'));
      await settled();
      waiting.cancel();
      waiting.cancel();
      waiting.bump('intent');
      running.cancel();
      told();
      shared.cancel();
      expect(told()).toEqual(['1 cancelled /a']);
      await settled();
      expect(requests.map(({ href }) => href)).toEqual(['/a']);
      expect(prefetcher.read('/a')).toEqual({ state: 'absent' });
      expect(told()).toEqual([]);
    });

    it('nothing of a cancelled run that answers all the same', async () => {
      const answer = deferred<string>();
      const { prefetcher, told } = scripted({ fetchRoute: () => answer.promise });
      const handle = handleOf(prefetcher.prefetch('/a'));
      await settled();
      handle.cancel();
      told();
      answer.resolve('page');
      await settled();
      expect(told()).toEqual([]);
      expect(prefetcher.read('/a').state).toBe('absent');
    });

    it('that a navigation elsewhere has put a prefetch back in the queue', async () => {
      const { prefetcher, requests, told } = scripted();
      prefetcher.prefetch('/a');
      await settled();
      handleOf(prefetcher.navigate('/b'));
      await settled();
      expect(prefetcher.read('/a').state).toBe('absent');
      requests[1]!.answer.resolve('page');
      await settled();
      requests[2]!.answer.resolve('page');
      await settled();
      expect(told().filter((each) => each.endsWith('/a'))).toEqual([
        '1 queued /a',
        '1 started /a',
        '1 queued /a',
        '1 started /a',
        '1 done /a',
      ]);
    });

    it.each([
      ['invalidated', ({ prefetcher }: ReturnType<typeof scripted>) => prefetcher.invalidate('/a')],
      [
        'invalidated by tag',
        ({ prefetcher }: ReturnType<typeof scripted>) => prefetcher.invalidateTag('tag'),
      ],
      ['cleared', ({ prefetcher }: ReturnType<typeof scripted>) => prefetcher.clear()],
      ['left', ({ prefetcher }: ReturnType<typeof scripted>) => prefetcher.leave()],
      ['evicted', ({ cache }: ReturnType<typeof scripted>) => cache.begin('other').fulfil('x', { bytes: 9 })],
    ])('that an answer was wasted, once: %s', async (_, act) => {
      const site = scripted({ describe: () => ({ bytes: 3, tags: ['tag'] }), cache: { maxBytes: 10 } });
      site.prefetcher.prefetch('/a');
      await settled();
      site.requests[0]!.answer.resolve('page');
      await settled();
      site.told();
      act(site);
      expect(site.events).toEqual([{ type: 'prefetch-wasted', url: '/a', bytes: 3 }]);
      site.prefetcher.clear();
      site.prefetcher.leave();
      expect(site.events).toHaveLength(1);
    });

    it('that a stale answer was wasted when it is replaced, and nothing of one that was used', async () => {
      const { clock, prefetcher, requests, told } = scripted();
      for (const href of ['/a', '/used']) prefetcher.prefetch(href);
      await settled();
      for (const { answer } of requests) answer.resolve('old');
      await settled();
      prefetcher.navigate('/used');
      await clock.advance(300_000);
      told();
      for (const href of ['/a', '/used']) prefetcher.prefetch(href);
      await settled();
      for (const { answer } of requests.slice(2)) answer.resolve('new');
      await settled();
      expect(told().filter((each) => each.startsWith('prefetch-'))).toEqual(['prefetch-wasted /a']);
      expect(prefetcher.navigate('/a')).toMatchObject({ value: 'new' });
      expect(told()).toEqual(['prefetch-used /a']);
    });

    it('that an answer which nothing keeps was wasted', async () => {
      const { prefetcher, requests, told } = scripted({
        describe: () => ({ bytes: 11 }),
        cache: { maxBytes: 10 },
      });
      prefetcher.prefetch('/a');
      await settled();
      requests[0]!.answer.resolve('page');
      await settled();
      expect(told().slice(-2)).toEqual(['1 done /a', 'prefetch-wasted /a']);
    });
  });

  describe('after an invalidation', () => {
    it.each([
      ['invalidate', (prefetcher: ReturnType<typeof scripted>['prefetcher']) => prefetcher.invalidate('/a')],
      [
        'invalidateTag',
        (prefetcher: ReturnType<typeof scripted>['prefetcher']) => prefetcher.invalidateTag('tag'),
      ],
      ['clear', (prefetcher: ReturnType<typeof scripted>['prefetcher']) => prefetcher.clear()],
    ])('nobody joins what was in flight, and its answer fills nothing: %s', async (_, act) => {
      const { prefetcher, requests } = scripted({ describe: () => ({ tags: ['tag'] }) });
      prefetcher.prefetch('/a');
      await settled();
      act(prefetcher);
      const after = handleOf(prefetcher.navigate('/a'));
      expect(requests).toHaveLength(2);
      requests[0]!.answer.resolve('old');
      await settled();
      expect(prefetcher.read('/a').state).toBe('pending');
      requests[1]!.answer.resolve('new');
      expect(await after.promise).toBe('new');
      expect(prefetcher.navigate('/a')).toMatchObject({ value: 'new' });
    });

    it('a navigation that interrupts what was in flight answers it, too: no third request', async () => {
      const { prefetcher, requests, told } = scripted();
      const guess = handleOf(prefetcher.prefetch('/a'));
      await settled();
      prefetcher.invalidate('/a');
      handleOf(prefetcher.navigate('/a'));
      requests[1]!.answer.resolve('new');
      expect(await guess.promise).toBe('new');
      expect(requests).toHaveLength(2);
      expect(told().at(-1)).toBe('1 cancelled /a');
    });

    it('what waits is joined: it has not been asked for yet', async () => {
      const { prefetcher, requests } = scripted();
      prefetcher.prefetch('/a');
      prefetcher.invalidate('/a');
      prefetcher.prefetch('/a');
      await settled();
      expect(requests).toHaveLength(1);
    });

    it('of one route the others are shared as before', async () => {
      const { prefetcher, requests } = scripted();
      prefetcher.prefetch('/a');
      await settled();
      prefetcher.invalidate('/b');
      prefetcher.prefetch('/a');
      await settled();
      expect(requests).toHaveLength(1);
    });
  });

  it('joins nothing that was asked for under another vary', async () => {
    const context = { locale: 'en' };
    const { prefetcher, requests } = scripted({ cache: { vary: () => context.locale } });
    prefetcher.prefetch('/a');
    await settled();
    context.locale = 'de';
    const answer = handleOf(prefetcher.navigate('/a'));
    requests[0]!.answer.resolve('hello');
    requests[1]!.answer.resolve('hallo');
    expect(await answer.promise).toBe('hallo');
    expect(prefetcher.navigate('/a')).toMatchObject({ value: 'hallo' });
  });

  it('shares a scheduler with other prefetchers and jobs, and each gets its own answers', async () => {
    const scheduler = createPrefetchScheduler<string>({ concurrency: 20 });
    const answerOf = (name: string) =>
      scripted({ scheduler, fetchRoute: async ({ href }) => `${name} ${href}` }).prefetcher;
    const prefetchers = [answerOf('page'), answerOf('data')];
    const own = ['1', '2', 'prefetch 1'];

    const answers = [
      ...own.map((key) =>
        scheduler.schedule({ key, kind: 'route', priority: 'viewport', run: async () => key }),
      ),
      ...prefetchers.map((prefetcher) => handleOf(prefetcher.prefetch('/a'))),
      ...prefetchers.map((prefetcher) => handleOf(prefetcher.navigate('/b'))),
    ].map((handle) => handle.promise);
    expect(await Promise.all(answers)).toEqual([...own, 'page /a', 'data /a', 'page /b', 'data /b']);
    expect(prefetchers.map((prefetcher) => prefetcher.read('/a'))).toMatchObject([
      { value: 'page /a' },
      { value: 'data /a' },
    ]);
  });

  it.each<[object, string]>([
    [{ kind: 'page' }, 'kind is "page"; accepted: "route", "segment"'],
    [{ priority: 'high' }, 'priority is "high"; accepted: "intent", "viewport", "background"'],
  ])('refuses %j before it has told or asked anybody', async (options, message) => {
    const { prefetcher, requests, told } = scripted();
    expect(() => prefetcher.prefetch('/a', options)).toThrow(new RangeError(message));
    await settled();
    expect(requests).toEqual([]);
    expect(told()).toEqual([]);
  });

  it('works without `onEvent`', async () => {
    const { prefetcher } = scripted({ onEvent: undefined, fetchRoute: async () => 'page' });
    expect(await handleOf(prefetcher.prefetch('/a')).promise).toBe('page');
    expect(prefetcher.navigate('/a').outcome).toBe('cached');
  });
});
