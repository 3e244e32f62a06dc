import { createReloadBreaker } from '../skew/reload-breaker.ts';
import { createHardNavigator, type HardNavigatorOptions } from './hard-navigation.ts';

const HERE = 'https://app.example/home#top';

function createWorld(options: Partial<HardNavigatorOptions> = {}) {
  const calls: string[] = [];
  const location = {
    href: HERE,
    assign: (href: string) => void calls.push(`assign ${href}`),
    replace: (href: string) => void calls.push(`replace ${href}`),
    reload: () => void calls.push('reload'),
  };
  const held = new Map<string, string>();
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  const breaker = createReloadBreaker({ buildId: '1', location, storage: () => storage });
  return { calls, hard: createHardNavigator({ location, breaker, ...options }) };
}

describe('createHardNavigator', () => {
  it('S14 loads the target: push assigns, replace replaces', () => {
    const { calls, hard } = createWorld();
    expect(hard.hardNavigate('/a', { reason: 'route-timeout' })).toEqual({ outcome: 'navigating' });
    hard.hardNavigate('/b', { reason: 'route-timeout', history: 'replace' });
    expect(calls).toEqual(['assign https://app.example/a', 'replace https://app.example/b']);
  });

  it('S14 reloads where the target is the current document, which assigning it with a fragment would not', () => {
    const same = createWorld();
    same.hard.hardNavigate(HERE, { reason: 'missing-chunk', history: 'replace' });
    expect(same.calls).toEqual(['reload']);

    const otherFragment = createWorld();
    otherFragment.hard.hardNavigate('/home#end', { reason: 'missing-chunk' });
    expect(otherFragment.calls).toEqual(['replace https://app.example/home#end', 'reload']);
  });

  it('S14 loads a target once, and says so afterwards', () => {
    const { calls, hard } = createWorld();
    const results = [1, 2, 3].map(() => hard.hardNavigate('/a', { reason: 'missing-chunk' }));
    expect(results[0]).toEqual({ outcome: 'navigating' });
    expect(results.slice(1)).toEqual([
      { outcome: 'refused', reason: 'already-reloaded' },
      { outcome: 'refused', reason: 'already-reloaded' },
    ]);
    expect(calls).toHaveLength(1);
  });

  it.each(['javascript:alert(1)', '//evil.example', '/.//evil.example', 'https://evil.example/', ''])(
    'S14 loads nothing unsafe: %j',
    (target) => {
      const { calls, hard } = createWorld();
      expect(hard.hardNavigate(target, { reason: 'soft-navigation-failed' })).toEqual({
        outcome: 'refused',
        reason: 'unsafe-url',
      });
      expect(calls).toEqual([]);
    },
  );

  it('S14 loads nothing while offline, and does not use up the one load', () => {
    let online = false;
    const { calls, hard } = createWorld({ isOnline: () => online });
    expect(hard.hardNavigate('/a', { reason: 'missing-chunk' })).toEqual({
      outcome: 'refused',
      reason: 'offline',
    });
    online = true;
    expect(hard.hardNavigate('/a', { reason: 'missing-chunk' })).toEqual({ outcome: 'navigating' });
    expect(calls).toHaveLength(1);
  });

  it('reports each result with its reason', () => {
    const reports: unknown[] = [];
    const { hard } = createWorld({ onResult: (result, reason) => reports.push([reason, result.outcome]) });
    hard.hardNavigate('/a', { reason: 'route-timeout' });
    hard.hardNavigate('//a', { reason: 'broken-data' });
    expect(reports).toEqual([
      ['route-timeout', 'navigating'],
      ['broken-data', 'refused'],
    ]);
  });
});
