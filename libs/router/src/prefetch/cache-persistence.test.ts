import { createFakeClock } from '@adit/testing';
import type { StorageLike } from '../platform.ts';
import { createCachePersistence, type CachePersistenceOptions } from './cache-persistence.ts';
import { createPrefetchCache, type PrefetchCacheOptions } from './cache.ts';

/** A page of one tab: its own cache and clock, the tab's storage, the world's time. */
function pageOf(
  storage: () => StorageLike | null | undefined,
  options: Partial<CachePersistenceOptions<string>> & {
    readonly cacheOptions?: Partial<PrefetchCacheOptions>;
  } = {},
) {
  const { cacheOptions, ...rest } = options;
  const clock = createFakeClock({ now: 50 });
  const cache = createPrefetchCache<string>({ now: clock.now, ...cacheOptions });
  const persistence = createCachePersistence<string>({
    cache,
    storage,
    buildId: 'build-1',
    wallClock: () => 1_000_000,
    decode: (data) => (typeof data === 'string' ? data : undefined),
    ...rest,
  });
  return { clock, cache, ...persistence };
}

function tabStorage(): StorageLike & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

describe('createCachePersistence', () => {
  it('carries valid answers over a reload, with their ages', async () => {
    const storage = tabStorage();
    const before = pageOf(() => storage);
    before.cache.begin('/a').fulfil('page a', { bytes: 6, tags: ['tag'] });
    await before.clock.advance(200_000);
    before.cache.begin('/b').fulfil('page b');
    before.cache.begin('/failed').reject();
    before.cache.begin('/pending');
    before.save();

    const after = pageOf(() => storage, { wallClock: () => 1_000_000 + 20_000 });
    expect(after.restore()).toBe(2);
    expect(after.cache.read('/a')).toEqual({ state: 'valid', value: 'page a', ageMs: 220_000 });
    expect(after.cache.read('/b')).toMatchObject({ ageMs: 20_000 });
    expect(after.cache.bytes()).toBe(6);
    await after.clock.advance(80_000);
    expect(after.cache.read('/a').state).toBe('absent');
    after.cache.invalidateTag('tag');
    expect(after.cache.bytes()).toBe(0);
  });

  it('keeps caches apart that are stored under keys of their own', () => {
    const storage = tabStorage();
    const pageWithBoth = () => ({
      pages: pageOf(() => storage),
      data: pageOf(() => storage, { key: 'data' }),
    });
    const before = pageWithBoth();
    before.pages.cache.begin('/a').fulfil('page a');
    before.data.cache.begin('/a').fulfil('data a');
    before.data.cache.begin('/b').fulfil('data b');
    before.pages.save();
    before.data.save();
    expect([...storage.items.keys()]).toEqual(['adit-prefetches', 'data']);

    const { pages, data } = pageWithBoth();
    expect([pages.restore(), data.restore()]).toEqual([1, 2]);
    expect(pages.cache.read('/a')).toMatchObject({ value: 'page a' });
    expect(data.cache.read('/a')).toMatchObject({ value: 'data a' });
    expect(storage.items.size).toBe(0);
  });

  it('restores once: a third page finds nothing of the first', () => {
    const storage = tabStorage();
    const before = pageOf(() => storage);
    before.cache.begin('/a').fulfil('page');
    before.save();
    expect(pageOf(() => storage).restore()).toBe(1);
    expect(storage.items.size).toBe(0);
    expect(pageOf(() => storage).restore()).toBe(0);
  });

  it('leaves nothing of an earlier state behind when there is nothing to save', () => {
    const storage = tabStorage();
    const page = pageOf(() => storage);
    page.cache.begin('/a').fulfil('page');
    page.save();
    page.cache.clear();
    page.save();
    expect(storage.items.size).toBe(0);
  });

  it.each<[string, Parameters<typeof pageOf>[1]]>([
    ['another build', { buildId: 'build-2' }],
    ['another owner', { cacheOptions: { vary: () => 'somebody else' } }],
    ['a time before it was saved', { wallClock: () => 999_999 }],
    ['a time after it was valid', { wallClock: () => 1_300_000 }],
    ['a decoder that knows nothing of it', { decode: () => undefined }],
    ['a cache that has no room for it', { cacheOptions: { maxBytes: 3 } }],
  ])('restores nothing for %s', (_, options) => {
    const storage = tabStorage();
    const before = pageOf(() => storage);
    before.cache.begin('/a').fulfil('page', { bytes: 4 });
    before.save();
    const after = pageOf(() => storage, options);
    expect(after.restore()).toBe(0);
    expect(after.cache.size()).toBe(0);
    expect(storage.items.size).toBe(0);
  });

  it('saves nothing that belongs to an earlier owner', () => {
    const storage = tabStorage();
    const context = { user: 'ann' };
    const page = pageOf(() => storage, { cacheOptions: { vary: () => context.user } });
    page.cache.begin('/account').fulfil("Ann's account");
    context.user = 'bob';
    page.save();
    expect(storage.items.size).toBe(0);
  });

  it('keeps the most recently used where not all fits, in their order', () => {
    const storage = tabStorage();
    const before = pageOf(() => storage, { maxCharacters: 330 });
    for (const key of ['/a', '/b', '/c', '/d']) before.cache.begin(key).fulfil(`${key}${'x'.repeat(80)}`);
    before.cache.read('/a');
    before.save();
    const text = [...storage.items.values()][0]!;
    expect(text.length).toBeLessThanOrEqual(330);

    const after = pageOf(() => storage);
    after.restore();
    expect(after.cache.entries().map(({ key }) => key)).toEqual(['/d', '/a']);
  });

  it('encodes what is no JSON by itself, and leaves out what cannot be kept', () => {
    const storage = tabStorage();
    const before = pageOf(() => storage, {
      encode: (value) => (value === 'stream' ? undefined : { text: value }),
      decode: (data) => (data as { text: string }).text,
    });
    before.cache.begin('/a').fulfil('page');
    before.cache.begin('/b').fulfil('stream');
    before.save();
    const after = pageOf(() => storage, { decode: (data) => (data as { text: string }).text });
    expect(after.restore()).toBe(1);
    expect(after.cache.read('/a')).toMatchObject({ value: 'page' });
  });

  it('does not overwrite what the new page has or asks for already', () => {
    const storage = tabStorage();
    const before = pageOf(() => storage);
    before.cache.begin('/a').fulfil('old');
    before.cache.begin('/b').fulfil('old');
    before.save();
    const after = pageOf(() => storage);
    after.cache.begin('/a').fulfil('new');
    after.cache.begin('/b');
    expect(after.restore()).toBe(0);
    expect(after.cache.read('/a')).toMatchObject({ value: 'new' });
    expect(after.cache.read('/b').state).toBe('pending');
  });

  describe('costs only the entries where storage', () => {
    const refuse = (): never => {
      throw new DOMException('Access is denied', 'SecurityError');
    };
    const working = tabStorage();

    it.each<[string, () => StorageLike | null | undefined]>([
      ['throws when it is reached', refuse],
      ['is absent', () => undefined],
      ['is private and refuses to write', () => ({ ...working, setItem: refuse })],
      ['refuses everything', () => ({ getItem: refuse, setItem: refuse, removeItem: refuse })],
    ])('%s', (_, storage) => {
      const page = pageOf(storage);
      page.cache.begin('/a').fulfil('page');
      expect(() => page.save()).not.toThrow();
      expect(pageOf(storage).restore()).toBe(0);
    });

    it('is full: and an older state goes', () => {
      const storage = tabStorage();
      const page = pageOf(() => storage);
      page.cache.begin('/a').fulfil('page');
      page.save();
      storage.setItem = refuse;
      page.save();
      expect(storage.items.size).toBe(0);
    });

    it.each([
      'no JSON',
      'null',
      '{}',
      '{"buildId":"build-1","vary":"","savedAt":1000000}',
      '{"buildId":"build-1","vary":"","savedAt":"x","rows":[]}',
      '{"buildId":"build-1","vary":"","savedAt":1000000,"rows":[7]}',
      '{"buildId":"build-1","vary":"","savedAt":1000000,"rows":[["/a","page","0",300000,0,[]]]}',
      '{"buildId":"build-1","vary":"","savedAt":1000000,"rows":[["/a","page",0,null,0,[]]]}',
      '{"buildId":"build-1","vary":"","savedAt":1000000,"rows":[["/a","page",0,300000,"0",[]]]}',
      '{"buildId":"build-1","vary":"","savedAt":1000000,"rows":[["/a","page",0,300000,0,null]]}',
      '{"buildId":"build-1","vary":"","savedAt":1000000,"rows":[["/a",5,0,300000,0,[]]]}',
    ])('holds %s', (text) => {
      const storage = tabStorage();
      storage.setItem('adit-prefetches', text);
      const page = pageOf(() => storage);
      expect(page.restore()).toBe(0);
      expect([page.cache.size(), page.cache.bytes()]).toEqual([0, 0]);
    });

    it('holds one good row among others', () => {
      const storage = tabStorage();
      storage.setItem(
        'adit-prefetches',
        '{"buildId":"build-1","vary":"","savedAt":1000000,"rows":[["/a",5,0,300000,0,[]],["/b","page",0,300000,0,[]]]}',
      );
      expect(pageOf(() => storage).restore()).toBe(1);
    });
  });

  it('saves nothing where a value is no JSON', () => {
    const storage = tabStorage();
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const page = pageOf(() => storage, { encode: () => circular });
    page.cache.begin('/a').fulfil('page');
    page.save();
    expect(storage.items.size).toBe(0);
  });

  it('refuses a bound that is none', () => {
    expect(() => pageOf(() => undefined, { maxCharacters: 0 })).toThrow(
      'maxCharacters is 0; accepted: an integer of at least 1',
    );
  });
});
