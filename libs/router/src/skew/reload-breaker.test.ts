import type { StorageLike } from '../platform.ts';
import { createReloadBreaker } from './reload-breaker.ts';
import { markOf, splitUrlMarks } from './reload-marks.ts';

const TARGET = 'https://app.example/lab?tab=1';

/** A storage that works, with hooks to break it. */
function createStorage(
  overrides: Partial<StorageLike> = {},
): StorageLike & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    ...overrides,
  };
}

const fail = (message: string) => (): never => {
  throw new Error(message);
};

const STORAGE_MODES: readonly (readonly [
  mode: string,
  create: () => () => StorageLike | null | undefined,
])[] = [
  [
    'works',
    () => {
      const storage = createStorage();
      return () => storage;
    },
  ],
  ['throws on access', () => fail('SecurityError')],
  [
    'throws on getItem',
    () => {
      const storage = createStorage({ getItem: fail('SecurityError') });
      return () => storage;
    },
  ],
  [
    'throws on setItem',
    () => {
      const storage = createStorage({ setItem: fail('SecurityError') });
      return () => storage;
    },
  ],
  [
    'is full',
    () => {
      const storage = createStorage({ setItem: fail('QuotaExceededError') });
      return () => storage;
    },
  ],
  [
    'keeps nothing',
    () => {
      const storage = createStorage({ setItem: () => undefined });
      return () => storage;
    },
  ],
  ['is null', () => () => null],
  ['is absent', () => () => undefined],
];

/** Loads documents whose route fails each time, until no more load is allowed. */
function loadUntilRefused(
  storage: () => StorageLike | null | undefined,
  buildIds: (load: number) => string,
): number {
  let href = TARGET;
  for (let loads = 0; loads < 100; loads += 1) {
    // Each document has a breaker of its own; storage and address are all that they share.
    const verdict = createReloadBreaker({ buildId: buildIds(loads), storage, location: { href } }).attempt(
      href,
    );
    if (!verdict.allowed) return loads;
    href = verdict.href;
  }
  return Infinity;
}

describe('createReloadBreaker', () => {
  describe.each(STORAGE_MODES)('when storage %s', (_mode, createMode) => {
    it('S14 allows one load for a build and target, however often the route fails', () => {
      expect(loadUntilRefused(createMode(), () => 'build 1')).toBe(1);
    });

    it('S14 allows one load for each of two builds, also when they take turns', () => {
      expect(loadUntilRefused(createMode(), (load) => `build ${load % 2}`)).toBe(2);
    });

    it('S14 allows one load among many attempts in one document', () => {
      const breaker = createReloadBreaker({
        buildId: '1',
        storage: createMode(),
        location: { href: TARGET },
      });
      const allowed = Array.from({ length: 20 }, () => breaker.attempt(TARGET)).filter(
        (verdict) => verdict.allowed,
      );
      expect(allowed).toHaveLength(1);
    });

    it('allows nothing without an address to fall back on, unless storage works', () => {
      const breaker = createReloadBreaker({ buildId: '1', storage: createMode() });
      expect(breaker.attempt(TARGET).allowed).toBe(_mode === 'works');
    });
  });

  it('S14 control: a guard that takes an exception for "not yet reloaded" loads for ever', () => {
    const storage = fail('SecurityError');
    const naiveGuard = (): boolean => {
      try {
        const reloaded = (storage() as StorageLike).getItem('reloaded') !== null;
        (storage() as StorageLike).setItem('reloaded', '1');
        return !reloaded;
      } catch {
        return true;
      }
    };
    expect(Array.from({ length: 20 }, naiveGuard).filter(Boolean)).toHaveLength(20);
  });

  it('keeps targets apart by path and query, not by fragment or by its own mark', () => {
    const breaker = createReloadBreaker({ buildId: '1', location: { href: 'https://app.example/' } });
    const attempt = (target: string): boolean => breaker.attempt(target).allowed;
    expect(attempt('https://app.example/a')).toBe(true);
    expect(attempt('https://app.example/a#x')).toBe(false);
    expect(attempt('https://app.example/a?adit-reload=1')).toBe(false);
    expect(attempt('https://app.example/a?x=1')).toBe(true);
    expect(attempt('https://app.example/b')).toBe(true);
  });

  it('allows another load once the route has settled, and forgets only that one', () => {
    const storage = createStorage();
    const create = () => createReloadBreaker({ buildId: '1', storage: () => storage });
    create().attempt(TARGET);
    create().attempt('https://app.example/other');
    create().settled(TARGET);
    expect(create().attempt('https://app.example/other').allowed).toBe(false);
    expect(create().attempt(TARGET).allowed).toBe(true);
    create().settled(TARGET);
    create().settled('https://app.example/other');
    expect(storage.held.size).toBe(0);
  });

  it('survives storage that breaks when a route settles', () => {
    const breaker = createReloadBreaker({ buildId: '1', storage: fail('SecurityError') });
    expect(() => breaker.settled(TARGET)).not.toThrow();
  });

  it('trusts what is stored again when the document comes back from the back/forward cache', () => {
    const storage = createStorage();
    const breaker = createReloadBreaker({ buildId: '1', storage: () => storage });
    breaker.attempt(TARGET);
    breaker.documentRestored();
    expect(breaker.attempt(TARGET).allowed).toBe(false);
    // The document that was loaded has settled the target since.
    createReloadBreaker({ buildId: '1', storage: () => storage }).settled(TARGET);
    breaker.documentRestored();
    expect(breaker.attempt(TARGET).allowed).toBe(true);
  });

  it('stops at 200 stored marks and at 8 in the address, and forgets none to make room', () => {
    const storage = createStorage();
    const stored = createReloadBreaker({ buildId: '1', storage: () => storage });
    const targets = Array.from({ length: 300 }, (_, index) => `https://app.example/${index}`);
    expect(targets.filter((target) => stored.attempt(target).allowed)).toHaveLength(200);
    expect(stored.attempt(targets[0]!).allowed).toBe(false);

    expect(
      loadUntilRefused(
        () => null,
        (load) => `build ${load}`,
      ),
    ).toBe(8);
  });

  it('ignores marks it did not write', () => {
    const storage = createStorage();
    storage.held.set('adit-reload', '<script>.UPPER.waytoolongtobeone..');
    const location = { href: 'https://app.example/?adit-reload=%00..~' };
    const breaker = createReloadBreaker({ buildId: '1', storage: () => storage, location });
    expect(breaker.attempt(TARGET)).toEqual({ allowed: true, href: TARGET });
  });

  it('refuses to work without a build id', () => {
    expect(() => createReloadBreaker({ buildId: '' })).toThrow(
      'buildId is ""; accepted: the name of a build',
    );
  });
});

describe('the mark in the address', () => {
  it('leaves the rest of the address as it was written', () => {
    const breaker = createReloadBreaker({ buildId: '1', location: { href: 'https://app.example/' } });
    const verdict = breaker.attempt('https://app.example/a?q=a%20b+c&empty#part');
    const mark = markOf('1', 'https://app.example/a?q=a%20b+c&empty');
    expect(verdict).toEqual({
      allowed: true,
      href: `https://app.example/a?q=a%20b+c&empty&adit-reload=${mark}#part`,
    });
    expect(splitUrlMarks((verdict as { href: string }).href)).toEqual({
      url: new URL('https://app.example/a?q=a%20b+c&empty#part'),
      marks: [mark],
    });
  });

  it('is short and shows no address', () => {
    expect(markOf('build', 'https://app.example/reset?token=secret')).toMatch(/^[0-9a-z]{1,7}$/);
    expect(markOf('build 1', TARGET)).not.toBe(markOf('build 2', TARGET));
  });
});
