import { createFakeClock } from '@adit/testing';
import { applyRedirect } from '../redirects/apply-redirect.ts';
import { redirectSignal } from '../redirects/redirect-signal.ts';
import type { HardNavigationResult } from './hard-navigation.ts';
import { createNavigator, type NavigatorOptions, type SoftRouter } from './navigator.ts';

const HERE = 'https://app.example/home';
const at = (path: string): string => `https://app.example${path}`;

function createWorld(options: Partial<NavigatorOptions> = {}) {
  const clock = createFakeClock();
  const calls: string[] = [];
  const world = {
    clock,
    calls,
    location: { href: HERE },
    hardResult: { outcome: 'navigating' } as HardNavigationResult,
    softError: undefined as Error | undefined,
  };
  const act = (name: string) => (href: string) => {
    calls.push(`${name} ${href}`);
    if (world.softError !== undefined) throw world.softError;
  };
  const soft: SoftRouter = { push: act('push'), replace: act('replace') };
  const navigator = createNavigator({
    soft,
    hard: {
      hardNavigate: (target, { reason, history }) => {
        calls.push(`hard ${String(history)} ${target} (${reason})`);
        return world.hardResult;
      },
    },
    location: world.location,
    clock,
    ...options,
  });
  return Object.assign(world, { navigator });
}

describe('createNavigator', () => {
  it('S5 pushes softly and is idle again after the commit', async () => {
    const { navigator, calls, clock } = createWorld();
    expect(navigator.push('/a')).toEqual({ outcome: 'started' });
    expect(navigator.state()).toEqual({ status: 'loading', target: at('/a'), history: 'push' });
    navigator.commit(at('/a'));
    expect(navigator.state()).toEqual({ status: 'idle' });
    await clock.advance(10_000);
    expect(calls).toEqual(['push /a']);
    expect(clock.pending).toBe(0);
  });

  it('S6 replaces softly', () => {
    const { navigator, calls } = createWorld();
    navigator.replace('/a?x=1');
    expect(calls).toEqual(['replace /a?x=1']);
  });

  it.each([
    ['S5', 'push'],
    ['S6', 'replace'],
  ] as const)('%s follows a thrown redirect that asks to %s', (_id, history) => {
    const { navigator, calls } = createWorld();
    expect(applyRedirect(redirectSignal('/a', { history }), navigator)).toEqual({ outcome: 'started' });
    expect(calls).toEqual([`${history} /a`]);
  });

  it.each(['push', 'replace'] as const)(
    'S32 loads the document when the route takes 3800 ms, in the same history mode: %s',
    async (history) => {
      const { navigator, calls, clock } = createWorld();
      navigator[history]('/slow');
      await clock.advance(3_799);
      expect(calls).toEqual([`${history} /slow`]);
      await clock.advance(1);
      expect(calls[1]).toBe(`hard ${history} https://app.example/slow (route-timeout)`);
      expect(navigator.state()).toEqual({
        status: 'slow',
        target: at('/slow'),
        history,
        hard: { outcome: 'navigating' },
      });
    },
  );

  it('S32 keeps waiting, and says slow, where the document load is refused', async () => {
    const world = createWorld();
    world.hardResult = { outcome: 'refused', reason: 'already-reloaded' };
    world.navigator.push('/slow');
    await world.clock.advance(3_800);
    expect(world.navigator.state()).toMatchObject({ status: 'slow', hard: world.hardResult });
    world.navigator.commit(at('/slow'));
    expect(world.navigator.state()).toEqual({ status: 'idle' });
  });

  it('S32 gives a navigation that a link started the same deadline', async () => {
    const { navigator, calls, clock } = createWorld();
    navigator.began(at('/slow'), { history: 'push' });
    await clock.advance(1_000);
    // The router reports what `began` knows already; the deadline is not put off.
    navigator.began(at('/slow'), { history: 'push' });
    await clock.advance(2_800);
    expect(calls).toEqual(['hard push https://app.example/slow (route-timeout)']);
  });

  it('S32 lets a newer navigation supersede the older, whose late commit changes nothing', async () => {
    const { navigator, calls, clock } = createWorld();
    navigator.push('/older');
    await clock.advance(3_000);
    navigator.push('/newer');
    await clock.advance(3_000);
    navigator.commit(at('/older#part'));
    expect(navigator.state()).toMatchObject({ status: 'loading', target: at('/newer') });
    await clock.advance(800);
    expect(calls.at(-1)).toBe('hard push https://app.example/newer (route-timeout)');
  });

  it('takes a commit elsewhere for its own: the server may have redirected', async () => {
    const { navigator, clock, calls } = createWorld();
    navigator.push('/private');
    navigator.commit(at('/sign-in'));
    await clock.advance(10_000);
    expect(calls).toEqual(['push /private']);
    expect(navigator.state()).toEqual({ status: 'idle' });
  });

  it('takes a commit of the same target twice superseded for its own', () => {
    const { navigator } = createWorld();
    navigator.push('/a');
    navigator.push('/a');
    navigator.commit(at('/a'));
    expect(navigator.state()).toEqual({ status: 'idle' });
  });

  it.each(['#part', '/home', '/home#part', HERE])(
    'starts no deadline within the page, where no commit would end it, but supersedes: %j',
    async (href) => {
      const { navigator, calls, clock } = createWorld();
      navigator.push('/slow');
      navigator.push(href);
      expect(navigator.state()).toEqual({ status: 'idle' });
      navigator.push('/slow');
      navigator.began(new URL(href, HERE).href, { history: 'push' });
      await clock.advance(10_000);
      expect(navigator.state()).toEqual({ status: 'idle' });
      expect(calls).toEqual(['push /slow', `push ${href}`, 'push /slow']);
    },
  );

  it('S14 loads the document when the soft router throws', () => {
    const world = createWorld();
    world.softError = new Error('Router action dispatched before initialization.');
    expect(world.navigator.push('/a')).toEqual({ outcome: 'navigating' });
    expect(world.calls.at(-1)).toBe('hard push https://app.example/a (soft-navigation-failed)');
    expect(world.clock.pending).toBe(0);
  });

  it.each([
    [new Error('Loading chunk 1 failed.'), 'missing-chunk'],
    [new Error('Connection closed.'), 'broken-data'],
    [new Error('anything else'), 'soft-navigation-failed'],
  ])('S14 loads the document when the navigation fails later: %s', (error, reason) => {
    const { navigator, calls } = createWorld();
    navigator.replace('/a');
    navigator.fail(error);
    expect(calls.at(-1)).toBe(`hard replace https://app.example/a (${reason})`);
    expect(navigator.state().status).toBe('slow');
  });

  it('S14 fails with the reason when no document may be loaded', () => {
    const world = createWorld({ isOnline: () => false });
    world.hardResult = { outcome: 'refused', reason: 'offline' };
    world.navigator.push('/a');
    world.navigator.fail(new TypeError('Failed to fetch'));
    expect(world.navigator.state()).toEqual({ status: 'failed', target: at('/a'), reason: 'offline' });
    world.navigator.push('/b');
    expect(world.navigator.state().status).toBe('loading');
  });

  it('ignores failures and commits when nothing is under way', () => {
    const { navigator, calls } = createWorld();
    navigator.fail(new Error('stray'));
    navigator.commit(at('/a'));
    expect(calls).toEqual([]);
    expect(navigator.state()).toEqual({ status: 'idle' });
  });

  it.each(['javascript:alert(1)', '//evil.example', 'https://evil.example/', '/.//evil.example'])(
    'refuses what is unsafe or not of this site: %j',
    (href) => {
      const { navigator, calls } = createWorld();
      for (const result of [navigator.push(href), navigator.redirect(href, { history: 'push' })]) {
        expect(result).toEqual({ outcome: 'refused', reason: 'unsafe-url' });
      }
      expect(calls).toEqual([]);
      expect(navigator.state()).toEqual({ status: 'failed', target: href, reason: 'unsafe-url' });
    },
  );

  describe('redirects', () => {
    it('stop in a cycle', () => {
      const { navigator, calls, location } = createWorld();
      const hop = (from: string, to: string) => {
        location.href = at(from);
        return navigator.redirect(to, { history: 'replace' });
      };
      navigator.push('/a');
      navigator.commit(at('/a'));
      expect(hop('/a', '/b').outcome).toBe('started');
      navigator.commit(at('/b'));
      expect(hop('/b', '/a').outcome).toBe('started');
      navigator.commit(at('/a'));
      expect(hop('/a', '/b')).toEqual({ outcome: 'refused', reason: 'redirect-cycle' });
      expect(navigator.state()).toMatchObject({ status: 'failed', reason: 'redirect-cycle' });
      expect(calls).toEqual(['push /a', 'replace /b', 'replace /a']);

      // Whoever navigates by hand starts a new chain.
      navigator.push('/a');
      navigator.commit(at('/a'));
      expect(hop('/a', '/b').outcome).toBe('started');
    });

    it('stop after twenty', () => {
      const { navigator } = createWorld();
      const outcomes = Array.from(
        { length: 21 },
        (_, index) => navigator.redirect(`/${index}`, { history: 'replace' }).outcome,
      );
      expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(20);
      expect(navigator.state()).toMatchObject({ status: 'failed', reason: 'redirects-exhausted' });
    });
  });

  it('puts the base path before a document path, and leaves the soft router its own', async () => {
    const { navigator, calls, clock } = createWorld({ basePath: '/shop', routeLoadTimeoutMs: 10 });
    navigator.push('/a?x=1#y');
    await clock.advance(10);
    navigator.push('b');
    await clock.advance(10);
    expect(calls).toEqual([
      'push /a?x=1#y',
      'hard push https://app.example/shop/a?x=1#y (route-timeout)',
      'push b',
      'hard push https://app.example/b (route-timeout)',
    ]);
  });

  it('forgets everything on reset', async () => {
    const { navigator, clock, calls } = createWorld();
    navigator.push('/a');
    navigator.reset();
    await clock.advance(10_000);
    expect(calls).toEqual(['push /a']);
    expect(navigator.state()).toEqual({ status: 'idle' });
  });

  it('tells subscribers of changes, and only of changes', () => {
    const { navigator } = createWorld();
    const seen: string[] = [];
    const stop = navigator.subscribe(() => seen.push(navigator.state().status));
    navigator.reset();
    navigator.push('/a');
    navigator.commit(at('/a'));
    navigator.commit(at('/a'));
    stop();
    navigator.push('/b');
    expect(seen).toEqual(['loading', 'idle']);
    expect(navigator.state()).toBe(navigator.state());
  });
});
