import { createFakeClock } from '@adit/testing';
import type { HardNavigationResult } from '../navigation/hard-navigation.ts';
import { createRouteRecovery, type RouteRecoveryOptions } from './route-recovery.ts';

const HERE = 'https://app.example/lab';
const LOST_CHUNK = new Error('Failed to load chunk /_next/static/chunks/a.js');

function createWorld(
  error: unknown,
  result: HardNavigationResult,
  { online = true, ...options }: Partial<RouteRecoveryOptions> & { online?: boolean } = {},
) {
  const calls: string[] = [];
  const clock = createFakeClock();
  const setTimeout = jest.spyOn(clock, 'setTimeout');
  const recovery = createRouteRecovery({
    error,
    platform: {
      clock,
      location: { href: HERE, assign: fail, replace: fail, reload: fail },
      isOnline: () => online,
    },
    hard: {
      hardNavigate: (target, { reason, history }) => {
        calls.push(`${String(history)} ${target} (${reason})`);
        return result;
      },
    },
    onBroke: (href) => calls.push(`broke ${href}`),
    ...options,
  });
  return { calls, clock, recovery, setTimeout };
}

function fail(): never {
  throw new Error('only the hard navigator leaves');
}

describe('createRouteRecovery', () => {
  it.each([
    [LOST_CHUNK, 'missing-chunk'],
    [new Error('Connection closed.'), 'broken-data'],
  ])('S14 reloads the page, once, however many subscribe: %s', (error, reason) => {
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
    const { calls, recovery } = createWorld(error, { outcome: 'navigating' }, { online });
    expect(recovery.state()).toBe('showing');
    recovery.subscribe(() => undefined);
    expect(calls).toEqual([`broke ${HERE}`]);
  });

  it('shows the screen when the document has not come within 10 seconds, and says so', async () => {
    const { clock, recovery } = createWorld(LOST_CHUNK, { outcome: 'navigating' });
    const told = jest.fn();
    recovery.subscribe(told);
    await clock.advance(9_999);
    expect(recovery.state()).toBe('recovering');
    await clock.advance(1);
    expect(recovery.state()).toBe('showing');
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('waits as long as it is told to, which is never less than that for being too long', async () => {
    for (const [documentTimeoutMs, waits] of [
      [500, 500],
      [Number.MAX_SAFE_INTEGER, 2_147_483_647],
    ] as const) {
      const { recovery, setTimeout } = createWorld(
        LOST_CHUNK,
        { outcome: 'navigating' },
        { documentTimeoutMs },
      );
      recovery.subscribe(() => undefined);
      expect(setTimeout.mock.calls.map(([, delayMs]) => delayMs)).toEqual([waits]);
    }
  });

  it('shows the screen at once when the document came back from the back/forward cache, and waits no longer', async () => {
    const { clock, recovery } = createWorld(LOST_CHUNK, { outcome: 'navigating' });
    const told = jest.fn();
    recovery.subscribe(told);
    recovery.restored();
    expect(recovery.state()).toBe('showing');
    await clock.advance(60_000);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('waits only while it has a listener', async () => {
    const { clock, recovery } = createWorld(LOST_CHUNK, { outcome: 'navigating' });
    recovery.subscribe(() => undefined)();
    await clock.advance(60_000);
    expect(recovery.state()).toBe('recovering');
    recovery.subscribe(() => undefined);
    await clock.advance(10_000);
    expect(recovery.state()).toBe('showing');
  });

  it('shows the screen when the host throws instead of loading', () => {
    const { recovery } = createWorld(LOST_CHUNK, { outcome: 'navigating' }, { hard: { hardNavigate: fail } });
    recovery.subscribe(() => undefined);
    expect(recovery.state()).toBe('showing');
  });
});
