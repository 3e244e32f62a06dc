import type { HardNavigationResult } from '../navigation/hard-navigation.ts';
import { createRouteRecovery } from './route-recovery.ts';

const HERE = 'https://app.example/lab';
const LOST_CHUNK = new Error('Failed to load chunk /_next/static/chunks/a.js');

function createWorld(error: unknown, result: HardNavigationResult, online = true) {
  const calls: string[] = [];
  const recovery = createRouteRecovery({
    error,
    platform: { location: { href: HERE, assign: fail, replace: fail, reload: fail }, isOnline: () => online },
    hard: {
      hardNavigate: (target, { reason, history }) => {
        calls.push(`${String(history)} ${target} (${reason})`);
        return result;
      },
    },
    onBroke: (href) => calls.push(`broke ${href}`),
  });
  return { calls, recovery };
}

function fail(): never {
  throw new Error('only the hard navigator leaves');
}

describe('createRouteRecovery', () => {
  it.each([
    [LOST_CHUNK, 'missing-chunk'],
    [new Error('Connection closed.'), 'broken-data'],
  ])('S14 loads the page anew, once, however many subscribe: %s', (error, reason) => {
    const { calls, recovery } = createWorld(error, { outcome: 'navigating' });
    expect(recovery.state()).toBe('recovering');
    expect(calls).toEqual([]);
    const stop = recovery.subscribe(() => undefined);
    stop();
    recovery.subscribe(() => undefined);
    expect(calls).toEqual([`broke ${HERE}`, `replace ${HERE} (${reason})`]);
    expect(recovery.state()).toBe('recovering');
  });

  it('S14 shows the screen, and says so, when the load is refused', () => {
    const { recovery } = createWorld(LOST_CHUNK, { outcome: 'refused', reason: 'already-reloaded' });
    const told = jest.fn();
    recovery.subscribe(told);
    expect(recovery.state()).toBe('showing');
    expect(told).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an exception', new Error('a bug'), true],
    ['a server error', Object.assign(new Error(), { digest: '123' }), true],
    ['a missing chunk while offline', LOST_CHUNK, false],
    ['nothing at all', null, true],
  ])('shows the screen for %s, and remembers that the page broke', (_what, error, online) => {
    const { calls, recovery } = createWorld(error, { outcome: 'navigating' }, online);
    expect(recovery.state()).toBe('showing');
    recovery.subscribe(() => undefined);
    expect(calls).toEqual([`broke ${HERE}`]);
  });
});
