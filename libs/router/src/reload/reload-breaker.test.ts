import { createTabStorage } from '../../testing/tab.helper.ts';
import type { StorageLike } from '../platform.ts';
import { createReloadBreaker } from './reload-breaker.ts';
import { markOf } from './reload-mark.ts';

const TARGET = 'https://app.example/lab?tab=1';

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
      const storage = createTabStorage();
      return () => storage;
    },
  ],
  ['throws on access', () => fail('SecurityError')],
  [
    'throws on getItem',
    () => {
      const storage = createTabStorage({ getItem: fail('SecurityError') });
      return () => storage;
    },
  ],
  [
    'throws on setItem',
    () => {
      const storage = createTabStorage({ setItem: fail('SecurityError') });
      return () => storage;
    },
  ],
  [
    'is full',
    () => {
      const storage = createTabStorage({ setItem: fail('QuotaExceededError') });
      return () => storage;
    },
  ],
  [
    'keeps nothing',
    () => {
      const storage = createTabStorage({ setItem: () => undefined });
      return () => storage;
    },
  ],
  ['is null', () => () => null],
  ['is absent', () => () => undefined],
];

/** The data that a tab keeps from one document to the next, independent of storage. */
interface Tab {
  name: string;
  isReloaded: boolean;
}

/**
 * Loads documents whose route fails each time, until no more load is allowed. `arrive` sets the tab's state for each.
 */
function loadUntilRefused(
  storage: () => StorageLike | null | undefined,
  buildIds: (load: number) => string,
  arrive: (tab: Tab) => void = () => undefined,
): number {
  const tab: Tab = { name: 'own name', isReloaded: false };
  for (let loads = 0; loads < 100; loads += 1) {
    arrive(tab);
    // Each document has its own breaker. They share only storage and tab, and no address keeps anything.
    const location = {
      href: TARGET,
      get name() {
        return tab.name;
      },
      set name(value) {
        tab.name = value;
      },
      isReloaded: tab.isReloaded,
    };
    if (!createReloadBreaker({ buildId: buildIds(loads), storage, location }).claim(TARGET)) return loads;
    tab.isReloaded = true;
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

    it('S14 allows one load where every document gives its tab a name of its own', () => {
      const rename = (tab: Tab): void => {
        tab.name = 'renamed';
      };
      expect(loadUntilRefused(createMode(), () => 'build 1', rename)).toBe(1);
    });

    it('S14 allows one load among many claims in one document', () => {
      const breaker = createReloadBreaker({
        buildId: '1',
        storage: createMode(),
        location: { href: TARGET, name: '' },
      });
      const allowed = Array.from({ length: 20 }, () => breaker.claim(TARGET)).filter(Boolean);
      expect(allowed).toHaveLength(1);
    });

    it('S14 allows nothing without a tab to fall back on, unless storage works', () => {
      for (const location of [undefined, { href: TARGET }]) {
        const breaker = createReloadBreaker({ buildId: '1', storage: createMode(), location });
        expect(breaker.claim(TARGET)).toBe(_mode === 'works');
      }
    });
  });

  it('S14 allows one load also where storage fails in the first document and works in the next', () => {
    const storage = createTabStorage();
    let documents = 0;
    const recovering = (): StorageLike | undefined => (documents === 1 ? undefined : storage);
    const count = (): void => {
      documents += 1;
    };
    expect(loadUntilRefused(recovering, () => 'build 1', count)).toBe(1);
    expect(documents).toBe(2);
  });

  it('keeps targets apart by path and query, not by fragment', () => {
    const { claim } = createReloadBreaker({
      buildId: '1',
      location: { href: 'https://app.example/', name: '' },
    });
    expect(claim('https://app.example/a')).toBe(true);
    expect(claim('https://app.example/a#x')).toBe(false);
    expect(claim('https://app.example/a?x=1')).toBe(true);
    expect(claim('https://app.example/b')).toBe(true);
  });

  it('allows another load once the route has settled, and forgets only that one', () => {
    const storage = createTabStorage();
    const create = () => createReloadBreaker({ buildId: '1', storage: () => storage });
    create().claim(TARGET);
    create().claim('https://app.example/other');
    create().settled(TARGET);
    expect(create().claim('https://app.example/other')).toBe(false);
    expect(create().claim(TARGET)).toBe(true);
    create().settled(TARGET);
    create().settled('https://app.example/other');
    expect(storage.held.size).toBe(0);
  });

  it('survives storage that breaks when a route settles', () => {
    const breaker = createReloadBreaker({ buildId: '1', storage: fail('SecurityError') });
    expect(() => breaker.settled(TARGET)).not.toThrow();
  });

  it('trusts what is stored again when the document comes back from the back/forward cache', () => {
    const storage = createTabStorage();
    const breaker = createReloadBreaker({ buildId: '1', storage: () => storage });
    breaker.claim(TARGET);
    breaker.documentRestored();
    expect(breaker.claim(TARGET)).toBe(false);
    // The loaded document has settled the target in the meantime.
    createReloadBreaker({ buildId: '1', storage: () => storage }).settled(TARGET);
    breaker.documentRestored();
    expect(breaker.claim(TARGET)).toBe(true);
  });

  it('stops at 200 marks, and forgets none to make room', () => {
    const storage = createTabStorage();
    const targets = Array.from({ length: 300 }, (_, index) => `https://app.example/${index}`);
    const stored = createReloadBreaker({ buildId: '1', storage: () => storage });
    const named = createReloadBreaker({ buildId: '1', location: { href: TARGET, name: '' } });
    for (const breaker of [stored, named]) {
      expect(targets.filter((target) => breaker.claim(target))).toHaveLength(200);
      breaker.documentRestored();
      expect(breaker.claim(targets[0]!)).toBe(false);
    }
  });

  it('ignores marks it did not write', () => {
    const storage = createTabStorage();
    storage.held.set('adit-reload', '<script>.UPPER.waytoolongtobeone..');
    const location = { href: TARGET, name: ' adit-reload=waytoolongtobeone..' };
    expect(createReloadBreaker({ buildId: '1', storage: () => storage, location }).claim(TARGET)).toBe(true);
    expect(createReloadBreaker({ buildId: '1', location }).claim(TARGET)).toBe(true);
  });

  it.each(['', undefined, null, 7])('refuses to work without a build id: %j', (buildId) => {
    expect(() => createReloadBreaker({ buildId: buildId as string })).toThrow(
      new RangeError(`buildId is ${JSON.stringify(buildId)}; accepted: the name of a build`),
    );
  });
});

describe('the mark in the name of the tab', () => {
  it('leaves what the page has there, and goes when the route has settled', () => {
    const location = { href: TARGET, name: 'own name' };
    const breaker = createReloadBreaker({ buildId: '1', location });
    breaker.claim(TARGET);
    expect(location.name).toBe(`own name adit-reload=${markOf('1', TARGET)}`);
    breaker.claim('https://app.example/other');
    breaker.settled('https://app.example/other');
    breaker.settled(TARGET);
    expect(location.name).toBe('own name');
  });

  it('is not written where storage works', () => {
    const storage = createTabStorage();
    const location = { href: TARGET, name: 'own name' };
    const breaker = createReloadBreaker({ buildId: '1', storage: () => storage, location });
    breaker.claim(TARGET);
    breaker.settled(TARGET);
    expect(location.name).toBe('own name');
  });

  it('keeps other pages loadable after a reload by hand, which leaves none', () => {
    const location = { href: `${TARGET}#part`, name: '', isReloaded: true };
    const breaker = createReloadBreaker({ buildId: '1', location });
    expect(breaker.claim(TARGET)).toBe(false);
    expect(breaker.claim('https://app.example/other')).toBe(true);
  });

  it('written by others can only keep a page from being loaded', () => {
    const theirs = Array.from({ length: 400 }, (_, index) => index.toString(36)).join('.');
    const location = { href: TARGET, name: ` adit-reload=${theirs} adit-reload=${markOf('1', TARGET)}` };
    const storage = createTabStorage();
    expect(createReloadBreaker({ buildId: '1', storage: () => storage, location }).claim(TARGET)).toBe(true);
    expect(createReloadBreaker({ buildId: '2', location }).claim(TARGET)).toBe(false);
  });

  it('is short and shows no address', () => {
    expect(markOf('build', 'https://app.example/reset?token=secret')).toMatch(/^[0-9a-z]{1,7}$/);
    expect(markOf('build 1', TARGET)).not.toBe(markOf('build 2', TARGET));
  });
});
