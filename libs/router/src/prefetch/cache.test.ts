import { createFakeClock } from '@adit/testing';
import { createPrefetchCache, type PrefetchCacheOptions } from './cache.ts';

function cacheAt(options: Partial<PrefetchCacheOptions> = {}) {
  const clock = createFakeClock({ now: 1_000 });
  return { clock, cache: createPrefetchCache<string>({ now: clock.now, ...options }) };
}

describe('createPrefetchCache', () => {
  it('S30 holds a value valid at 299.999 s and stale at 300 s', async () => {
    const { clock, cache } = cacheAt();
    cache.begin('/a').fulfil('page');
    await clock.advance(299_999);
    expect(cache.read('/a')).toEqual({ state: 'valid', value: 'page', ageMs: 299_999 });
    expect(cache.bytes()).toBe(0);
    await clock.advance(1);
    expect(cache.read('/a')).toEqual({ state: 'absent' });
  });

  it('S31 blocks a failed entry for 10 s, then lets the next caller retry; nothing happens by itself', async () => {
    const { clock, cache } = cacheAt();
    cache.begin('/a').reject();
    expect(cache.read('/a')).toEqual({ state: 'rejected', retryAt: 11_000 });
    await clock.advance(9_999);
    expect(cache.read('/a').state).toBe('rejected');
    expect(clock.pending).toBe(0);
    await clock.advance(1);
    expect(cache.read('/a')).toEqual({ state: 'absent' });
  });

  it('keeps the least recently used out once it is full', () => {
    const { cache } = cacheAt({ maxEntries: 3 });
    for (const key of ['/a', '/b', '/c']) cache.begin(key).fulfil(key);
    cache.read('/a');
    cache.begin('/d').fulfil('/d');
    expect(cache.size()).toBe(3);
    expect(cache.read('/b').state).toBe('absent');
    expect(cache.read('/a').state).toBe('valid');
    expect(cache.read('/d').state).toBe('valid');
  });

  it.each([
    [{ staleTimeMs: -1 }, 'staleTimeMs is -1; accepted: an integer of at least 0'],
    [{ retryAfterMs: Number.NaN }, 'retryAfterMs is NaN; accepted: an integer of at least 0'],
    [{ minStaleTimeMs: 0.5 }, 'minStaleTimeMs is 0.5; accepted: an integer of at least 0'],
    [{ maxEntries: 0 }, 'maxEntries is 0; accepted: an integer of at least 1'],
    [{ maxBytes: 0 }, 'maxBytes is 0; accepted: an integer of at least 1'],
  ])('refuses %j', (options, message) => {
    expect(() => cacheAt(options)).toThrow(message);
  });

  it('takes 0 for what it says: never valid, never blocked', () => {
    const { cache } = cacheAt({ staleTimeMs: 0, retryAfterMs: 0 });
    cache.begin('/a').fulfil('page');
    cache.begin('/b').reject();
    expect([cache.read('/a').state, cache.read('/b').state]).toEqual(['absent', 'absent']);
  });

  it('takes 0 for what it says also where the clock begins at 0', () => {
    const cache = createPrefetchCache<string>({ now: () => 0, retryAfterMs: 0 });
    cache.begin('/a').reject();
    expect(cache.read('/a').state).toBe('absent');
    expect(cache.size()).toBe(0);
  });

  describe('a stale time of the server', () => {
    it.each([
      [1_000, 30_000],
      [0, 30_000],
      [60_000, 60_000],
      [Number.NaN, 300_000],
      [-1, 300_000],
      [undefined, 300_000],
    ])('of %s ms counts as %i ms', async (staleTimeMs, counted) => {
      const { clock, cache } = cacheAt();
      cache.begin('/a').fulfil('page', { staleTimeMs });
      await clock.advance(counted - 1);
      expect(cache.read('/a').state).toBe('valid');
      await clock.advance(1);
      expect(cache.read('/a').state).toBe('absent');
    });

    it('has a floor that can be set', async () => {
      const { clock, cache } = cacheAt({ minStaleTimeMs: 0 });
      cache.begin('/a').fulfil('page', { staleTimeMs: 1_000 });
      await clock.advance(1_000);
      expect(cache.read('/a').state).toBe('absent');
    });

    it('began when the answer was made, where its age is known', async () => {
      const { clock, cache } = cacheAt();
      cache.begin('/a').fulfil('page', { ageMs: 200_000 });
      await clock.advance(99_999);
      expect(cache.read('/a')).toMatchObject({ state: 'valid', ageMs: 299_999 });
      await clock.advance(1);
      expect(cache.read('/a').state).toBe('absent');
    });
  });

  describe('what is stale', () => {
    it('is there for back and forward, also while a new one is fetched and when that fails', async () => {
      const { clock, cache } = cacheAt();
      const stale = { state: 'stale', value: 'old' };
      cache.begin('/a').fulfil('old');
      await clock.advance(300_000);
      expect(cache.read('/a', { allowStale: true })).toEqual({ ...stale, ageMs: 300_000 });

      const fill = cache.begin('/a');
      expect(cache.read('/a')).toEqual({ state: 'pending' });
      expect(cache.read('/a', { allowStale: true })).toMatchObject(stale);

      fill.reject();
      expect(cache.read('/a').state).toBe('rejected');
      expect(cache.read('/a', { allowStale: true })).toMatchObject(stale);
    });
  });

  describe('bytes', () => {
    it('bound it: the least recently used go, attempts in flight stay', () => {
      const { cache } = cacheAt({ maxBytes: 100 });
      const pending = cache.begin('/pending');
      for (const key of ['/a', '/b', '/c']) cache.begin(key).fulfil(key, { bytes: 30 });
      cache.read('/a');
      cache.begin('/d').fulfil('/d', { bytes: 40 });
      expect(['/a', '/b', '/c', '/d'].map((key) => cache.read(key).state)).toEqual([
        'valid',
        'absent',
        'valid',
        'valid',
      ]);
      expect(cache.bytes()).toBe(100);
      pending.fulfil('late', { bytes: 100 });
      expect([cache.bytes(), cache.size()]).toEqual([100, 1]);
    });

    it('are 50 MiB by default, as in Next', () => {
      const { cache } = cacheAt();
      cache.begin('/a').fulfil('page', { bytes: 50 * 1024 * 1024 });
      expect(cache.read('/a').state).toBe('valid');
      cache.begin('/b').fulfil('page', { bytes: 1 });
      expect([cache.read('/a').state, cache.read('/b').state]).toEqual(['absent', 'valid']);
    });

    it.each([101, Number.NaN, -1, Infinity])('of a value that is not kept: %s', (bytes) => {
      const { cache } = cacheAt({ maxBytes: 100 });
      const onRemoved = jest.fn();
      cache.begin('/a').fulfil('page', { bytes }, onRemoved);
      expect([cache.read('/a').state, cache.bytes(), cache.size()]).toEqual(['absent', 0, 0]);
      expect(onRemoved).toHaveBeenCalledTimes(1);
    });

    it('are measured with `sizeOf` if the facts have none', () => {
      const clock = createFakeClock();
      const cache = createPrefetchCache<string>({ now: clock.now, sizeOf: (value) => value.length });
      cache.begin('/a').fulfil('12345');
      cache.begin('/b').fulfil('12345', { bytes: 1 });
      expect(cache.bytes()).toBe(6);
    });
  });

  describe('vary', () => {
    function varying() {
      const context = { locale: 'en' };
      const { cache, clock } = cacheAt({ vary: () => context.locale });
      return { cache, clock, context };
    }

    it('hides entries of another locale, and shows them again', () => {
      const { cache, context } = varying();
      cache.begin('/a').fulfil('hello');
      cache.begin('/b').reject();
      context.locale = 'de';
      expect(cache.read('/a', { allowStale: true })).toEqual({ state: 'absent' });
      expect(cache.read('/b')).toEqual({ state: 'absent' });
      context.locale = 'en';
      expect(cache.read('/a')).toMatchObject({ state: 'valid', value: 'hello' });
      expect(cache.read('/b').state).toBe('rejected');
    });

    it.each(['fulfil', 'reject', 'abandon'] as const)('takes no late answer of another one: %s', (answer) => {
      const { cache, context } = varying();
      const fill = cache.begin('/a');
      context.locale = 'de';
      expect(cache.read('/a')).toEqual({ state: 'absent' });
      fill[answer]('hello');
      expect(cache.read('/a')).toEqual({ state: 'absent' });
      context.locale = 'en';
      expect(cache.read('/a')).toEqual({ state: 'absent' });
      expect(cache.size()).toBe(0);
    });
  });

  describe('invalidateTag', () => {
    it('forgets what has the tag, and nothing else', () => {
      const { cache } = cacheAt();
      cache.begin('/a').fulfil('a', { tags: ['prices', 'news'], bytes: 5 });
      cache.begin('/b').fulfil('b', { tags: ['news'], bytes: 7 });
      cache.invalidateTag('prices');
      expect([cache.read('/a').state, cache.read('/b').state]).toEqual(['absent', 'valid']);
      expect([cache.size(), cache.bytes()]).toEqual([1, 7]);
    });

    it('leaves a new attempt for what it forgets in place', () => {
      const { cache } = cacheAt();
      cache.begin('/a').fulfil('old', { tags: ['prices'] });
      cache.begin('/a');
      cache.invalidateTag('prices');
      expect(cache.read('/a')).toEqual({ state: 'pending' });
    });
  });

  describe('onRemoved', () => {
    it.each([
      ['invalidate', (cache: ReturnType<typeof cacheAt>['cache']) => cache.invalidate('/a')],
      ['invalidateTag', (cache: ReturnType<typeof cacheAt>['cache']) => cache.invalidateTag('tag')],
      ['clear', (cache: ReturnType<typeof cacheAt>['cache']) => cache.clear()],
      ['a successor', (cache: ReturnType<typeof cacheAt>['cache']) => cache.begin('/a').fulfil('new')],
      ['eviction', (cache: ReturnType<typeof cacheAt>['cache']) => cache.begin('/b').fulfil('b')],
    ])('is called once, after %s', (_, remove) => {
      const { cache } = cacheAt({ maxEntries: 1 });
      const onRemoved = jest.fn();
      cache.begin('/a').fulfil('page', { tags: ['tag'] }, onRemoved);
      expect(onRemoved).not.toHaveBeenCalled();
      remove(cache);
      cache.clear();
      expect(onRemoved).toHaveBeenCalledTimes(1);
    });

    it('may use the cache', () => {
      const { cache } = cacheAt();
      const again = () => cache.begin('/a').fulfil('again', { bytes: 1 });
      cache.begin('/a').fulfil('a', { tags: ['tag'], bytes: 2 }, again);
      cache.invalidateTag('tag');
      expect(cache.read('/a')).toMatchObject({ value: 'again' });
      expect(cache.bytes()).toBe(1);
    });
  });

  describe('retryTimer', () => {
    function retrying(options: Partial<PrefetchCacheOptions> = {}) {
      const clock = createFakeClock({ now: 1_000 });
      const due: string[] = [];
      const onDue = (key: string) => void due.push(`${key}@${clock.now()}`);
      const cache = createPrefetchCache<string>({
        now: clock.now,
        retryTimer: { clock, onDue },
        ...options,
      });
      return { clock, cache, due };
    }

    it('S31 tells each failed key when its time has come, with one timer', async () => {
      const { clock, cache, due } = retrying();
      expect(clock.pending).toBe(0);
      cache.begin('/a').reject();
      await clock.advance(4_000);
      cache.begin('/b').reject();
      cache.begin('/c').reject();
      expect(clock.pending).toBe(1);
      await clock.advance(60_000);
      expect(due).toEqual(['/a@11000', '/b@15000', '/c@15000']);
      expect([clock.pending, cache.size()]).toEqual([0, 0]);
    });

    it('follows the earliest, which jitter may make a later failure', async () => {
      const jitters = [5_000, 0];
      const { clock, cache, due } = retrying({ retryJitterMs: () => jitters.shift() ?? 0 });
      cache.begin('/late').reject();
      cache.begin('/early').reject();
      await clock.advance(20_000);
      expect(due).toEqual(['/early@11000', '/late@16000']);
    });

    it.each([
      ['a new attempt', (cache: ReturnType<typeof retrying>['cache']) => void cache.begin('/a')],
      ['an invalidation', (cache: ReturnType<typeof retrying>['cache']) => cache.invalidate('/a')],
      ['clear()', (cache: ReturnType<typeof retrying>['cache']) => cache.clear()],
    ])('is cleared by %s', async (_, act) => {
      const { clock, cache, due } = retrying();
      cache.begin('/a').reject();
      act(cache);
      expect(clock.pending).toBe(0);
      await clock.advance(60_000);
      expect(due).toEqual([]);
    });

    it('is cleared by a success, also of an attempt that did not wait for it', async () => {
      const { clock, cache, due } = retrying();
      cache.begin('/a').reject();
      const impatient = cache.begin('/a');
      expect(clock.pending).toBe(0);
      impatient.fulfil('page');
      expect(clock.pending).toBe(0);
      await clock.advance(60_000);
      expect(due).toEqual([]);
    });

    it('S31 stands after an attempt that did not wait for it and was given up', async () => {
      const { clock, cache, due } = retrying();
      cache.begin('/a').reject();
      cache.begin('/a').abandon();
      expect(cache.read('/a')).toEqual({ state: 'rejected', retryAt: 11_000 });
      await clock.advance(60_000);
      expect(due).toEqual(['/a@11000']);
    });

    it('asks no timer for more than it takes, which would fire at once', () => {
      const { clock } = retrying();
      const asked: number[] = [];
      const setTimeout = (callback: () => void, delayMs: number) => {
        asked.push(delayMs);
        return clock.setTimeout(callback, delayMs);
      };
      const cache = createPrefetchCache<string>({
        now: clock.now,
        retryAfterMs: Number.MAX_SAFE_INTEGER,
        retryTimer: { clock: { ...clock, setTimeout }, onDue: () => undefined },
      });
      cache.begin('/a').reject();
      expect(asked).toEqual([2_147_483_647]);
    });

    it('waits again when it fires early, as browsers may', async () => {
      const { clock, cache, due } = retrying();
      const early = {
        clearTimeout: clock.clearTimeout,
        setTimeout: (callback: () => void, delayMs: number) =>
          clock.setTimeout(callback, Math.max(1, delayMs - 1)),
      };
      const impatient = createPrefetchCache<string>({
        now: clock.now,
        retryTimer: { clock: early, onDue: (key) => void due.push(`${key}@${clock.now()}`) },
      });
      impatient.begin('/a').reject();
      await clock.advance(9_999);
      expect(due).toEqual([]);
      await clock.advance(1);
      expect(due).toEqual(['/a@11000']);
      expect(cache.size()).toBe(0);
    });

    it('finds nothing left to tell where a caller was first', async () => {
      const clock = createFakeClock();
      const due: string[] = [];
      const slow = {
        ...clock,
        setTimeout: (callback: () => void, ms: number) => clock.setTimeout(callback, ms + 5),
      };
      const cache = createPrefetchCache<string>({
        now: clock.now,
        retryTimer: { clock: slow, onDue: (key) => void due.push(key) },
      });
      cache.begin('/a').reject();
      await clock.advance(10_000);
      expect(cache.read('/a').state).toBe('absent');
      expect(clock.pending).toBe(0);
      expect(due).toEqual([]);
    });
  });

  it('S31 adds jitter to the retry time where asked', () => {
    const { cache } = cacheAt({ retryJitterMs: () => 1_500 });
    cache.begin('/a').reject();
    expect(cache.read('/a')).toEqual({ state: 'rejected', retryAt: 12_500 });
  });
});
