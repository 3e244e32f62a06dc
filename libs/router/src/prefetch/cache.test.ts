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
    expect(cache.read('/a')).toEqual({ state: 'valid', value: 'page' });
    await clock.advance(1);
    expect(cache.read('/a')).toEqual({ state: 'absent' });
    expect(cache.size()).toBe(0);
  });

  it('S30 counts from the answer, not from the question', async () => {
    const { clock, cache } = cacheAt();
    const fill = cache.begin('/a');
    await clock.advance(200_000);
    expect(cache.read('/a')).toEqual({ state: 'pending' });
    fill.fulfil('page');
    await clock.advance(299_999);
    expect(cache.read('/a').state).toBe('valid');
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

  it.each(['fulfil', 'reject', 'abandon'] as const)(
    'lets an invalidation during flight stand when the answer comes: %s',
    (answer) => {
      const { cache } = cacheAt();
      const invalidated = cache.begin('/a');
      const cleared = cache.begin('/b');
      const evicted = cache.begin('/c');
      cache.invalidate('/a');
      cache.clear();
      for (const fill of [invalidated, cleared, evicted]) fill[answer]('old');
      expect(cache.size()).toBe(0);
    },
  );

  it('does not let an old answer fill the successor of its entry', () => {
    const { cache } = cacheAt();
    const old = cache.begin('/a');
    cache.invalidate('/a');
    const successor = cache.begin('/a');
    old.fulfil('old');
    old.abandon();
    expect(cache.read('/a')).toEqual({ state: 'pending' });
    successor.fulfil('new');
    old.reject();
    expect(cache.read('/a')).toEqual({ state: 'valid', value: 'new' });
  });

  it('forgets an abandoned attempt', () => {
    const { cache } = cacheAt();
    cache.begin('/a').abandon();
    expect(cache.read('/a')).toEqual({ state: 'absent' });
  });

  it.each([
    [{ staleTimeMs: -1 }, 'staleTimeMs is -1; accepted: an integer of at least 0'],
    [{ retryAfterMs: Number.NaN }, 'retryAfterMs is NaN; accepted: an integer of at least 0'],
    [{ maxEntries: 0 }, 'maxEntries is 0; accepted: an integer of at least 1'],
  ])('refuses %j', (options, message) => {
    expect(() => cacheAt(options)).toThrow(message);
  });

  it('takes 0 for what it says: never valid, never blocked', () => {
    const { cache } = cacheAt({ staleTimeMs: 0, retryAfterMs: 0 });
    cache.begin('/a').fulfil('page');
    cache.begin('/b').reject();
    expect([cache.read('/a').state, cache.read('/b').state]).toEqual(['absent', 'absent']);
  });
});
