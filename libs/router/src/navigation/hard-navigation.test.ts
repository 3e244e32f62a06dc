import { createNotedLocation, createTabStorage } from '../../testing/tab.helper.ts';
import type { RouterEvent } from '../events.ts';
import { createReloadBreaker } from '../reload/reload-breaker.ts';
import { createHardNavigator, type HardNavigatorOptions } from './hard-navigation.ts';

const HERE = 'https://app.example/home#top';

function createWorld(options: Partial<HardNavigatorOptions> = {}) {
  const { calls, location } = createNotedLocation(HERE);
  const storage = createTabStorage();
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

  it.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'https://evil.example/', ''])(
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

  it.each([
    ['https://app.example//x', 'assign https://app.example//x'],
    ['/search?q=C:\\Users#\\', 'assign https://app.example/search?q=C:\\Users#\\'],
  ])('S14 loads %j of this site once', (target, call) => {
    const { calls, hard } = createWorld();
    const go = () => hard.hardNavigate(target, { reason: 'missing-chunk' }).outcome;
    expect([go(), go()]).toEqual(['navigating', 'refused']);
    expect(calls).toEqual([call]);
  });

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

  it('S14 loads nothing while the visitor has typed what is not sent, and does not use up the one load', () => {
    let isDirty = true;
    const { calls, hard } = createWorld({ hasUnsavedInput: () => isDirty });
    expect(hard.hardNavigate('/a', { reason: 'route-timeout' })).toEqual({
      outcome: 'refused',
      reason: 'unsaved-input',
    });
    expect(calls).toEqual([]);
    isDirty = false;
    expect(hard.hardNavigate('/a', { reason: 'route-timeout' })).toEqual({ outcome: 'navigating' });
  });

  it('loads what the visitor has confirmed, typed text and earlier loads or not', () => {
    const { calls, hard } = createWorld({ hasUnsavedInput: () => true });
    for (let time = 0; time < 3; time += 1) {
      expect(hard.hardNavigate('/a', { reason: 'confirmed' })).toEqual({ outcome: 'navigating' });
    }
    expect(calls).toEqual(Array(3).fill('assign https://app.example/a'));
    expect(hard.hardNavigate('javascript:alert(1)', { reason: 'confirmed' }).outcome).toBe('refused');
  });

  it('S14 counts a confirmed load as the one of its target: what follows by itself is refused', () => {
    const { hard } = createWorld();
    hard.hardNavigate('/a', { reason: 'confirmed' });
    expect(hard.hardNavigate('/a', { reason: 'missing-chunk' })).toEqual({
      outcome: 'refused',
      reason: 'already-reloaded',
    });
  });

  it('loads another site where it is allowed, as often as asked, and neither offline nor over unsaved input', () => {
    const world = { isOnline: true, isDirty: false };
    const { calls, hard } = createWorld({
      allowedOrigins: ['https://accounts.example'],
      isOnline: () => world.isOnline,
      hasUnsavedInput: () => world.isDirty,
    });
    const go = () => hard.hardNavigate('https://accounts.example/sign-in', { reason: 'external' });
    expect([go(), go()]).toEqual([{ outcome: 'navigating' }, { outcome: 'navigating' }]);
    expect(calls).toEqual(Array(2).fill('assign https://accounts.example/sign-in'));
    world.isDirty = true;
    expect(go()).toEqual({ outcome: 'refused', reason: 'unsaved-input' });
    world.isOnline = false;
    expect(go()).toEqual({ outcome: 'refused', reason: 'offline' });
    expect(hard.hardNavigate('https://evil.example/', { reason: 'external' })).toEqual({
      outcome: 'refused',
      reason: 'unsafe-url',
    });
  });

  it('stops the document that it has asked for, once, and only if one was asked for and the host has not stopped it', () => {
    const { calls, hard } = createWorld();
    hard.stay();
    hard.hardNavigate('//b', { reason: 'broken-data' });
    expect(hard.isLeaving()).toBe(false);
    expect(calls).toEqual([]);

    hard.hardNavigate('/a', { reason: 'route-timeout' });
    expect(hard.isLeaving()).toBe(true);
    hard.stay();
    hard.stay();
    expect(hard.isLeaving()).toBe(false);
    expect(calls).toEqual(['assign https://app.example/a', 'stop']);

    hard.hardNavigate('/b', { reason: 'route-timeout' });
    hard.stay(true);
    expect(hard.isLeaving()).toBe(false);
    expect(calls.slice(2)).toEqual(['assign https://app.example/b']);
  });

  it('tells of every load and every refusal, before the document goes', () => {
    const told: RouterEvent[] = [];
    const { calls, hard } = createWorld({
      onEvent: (event) => {
        told.push(event);
        expect(calls).toEqual([]);
      },
    });
    hard.hardNavigate('/a', { reason: 'route-timeout' });
    calls.length = 0;
    hard.hardNavigate('//b', { reason: 'broken-data' });
    expect(told).toEqual([
      { type: 'hard-navigation', url: '/a', reason: 'route-timeout' },
      { type: 'hard-navigation', url: '//b', reason: 'broken-data', refusal: 'unsafe-url' },
    ]);
  });
});
