import { createFakeClock } from '@adit/testing';
import type { NavigationEvent, RouterEvent } from '../events.ts';
import { createRedirectBudget } from '../redirects/redirect-budget.ts';
import type { HardNavigationResult } from './hard-navigation.ts';
import { createNavigator, type Navigator, type NavigatorOptions, type SoftRouter } from './navigator.ts';

const HERE = 'https://app.example/home';
const at = (path: string): string => `https://app.example${path}`;

function createWorld(options: Partial<NavigatorOptions> = {}) {
  const clock = createFakeClock();
  const calls: string[] = [];
  const told: NavigationEvent[] = [];
  const world = {
    clock,
    calls,
    told,
    isOnline: true,
    location: { href: HERE, entry: '1' },
    isLeaving: false,
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
        if (world.hardResult.outcome === 'navigating') world.isLeaving = true;
        return world.hardResult;
      },
      isLeaving: () => world.isLeaving,
      stay(isStopped = false) {
        if (world.isLeaving && !isStopped) calls.push('stop');
        world.isLeaving = false;
      },
    },
    location: world.location,
    clock,
    isOnline: () => world.isOnline,
    onEvent: (event: RouterEvent) => {
      if (event.type === 'navigation') told.push(event);
    },
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

  it('S32 says failed where the document load is refused, and still accepts a late commit', async () => {
    const world = createWorld();
    world.hardResult = { outcome: 'refused', reason: 'already-reloaded' };
    world.navigator.push('/slow');
    await world.clock.advance(3_800);
    expect(world.navigator.state()).toEqual({
      status: 'failed',
      target: at('/slow'),
      reason: 'already-reloaded',
    });
    expect(world.clock.pending).toBe(0);
    // The page has not changed, so this says nothing about the navigation.
    world.navigator.commit(HERE);
    expect(world.navigator.state().status).toBe('failed');
    world.navigator.commit(at('/slow'));
    expect(world.navigator.state()).toEqual({ status: 'idle' });
    expect(world.told.map(({ phase }) => phase)).toEqual(['started', 'slow', 'failed']);
  });

  it('S32 gives a navigation that a link started the same deadline', async () => {
    const { navigator, calls, clock } = createWorld();
    navigator.began(at('/slow'), { history: 'push' });
    await clock.advance(1_000);
    // The router reports the navigation that `began` has reported; the deadline is not postponed.
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
    navigator.fail(new Error('aborted'), at('/older'));
    expect(navigator.state()).toMatchObject({ status: 'slow', target: at('/newer') });
    await clock.advance(800);
    expect(calls.at(-1)).toBe('hard push https://app.example/newer (route-timeout)');
  });

  it('S32 ignores the late commit of every older navigation, not of the last alone', async () => {
    const { navigator, calls, clock, location } = createWorld();
    for (const path of ['/a', '/b', '/c', '/d']) navigator.push(path);
    for (const path of ['/b', '/a', '/c']) navigator.commit(at(path));
    await clock.advance(3_800);
    expect(calls.at(-1)).toBe('hard push https://app.example/d (route-timeout)');

    // Once one of them is shown, the older ones no longer count.
    navigator.reset();
    navigator.push('/e');
    navigator.push('/f');
    navigator.commit(at('/f'));
    navigator.push('/private');
    location.href = at('/e');
    navigator.commit(at('/e'));
    expect(navigator.state()).toEqual({ status: 'idle' });
  });

  it('takes a commit elsewhere for its own: the server may have redirected', async () => {
    const { navigator, clock, calls, location } = createWorld();
    navigator.push('/private');
    // Another page: an echo of an earlier navigation.
    navigator.commit(at('/elsewhere'));
    expect(navigator.state().status).toBe('loading');
    location.href = at('/sign-in');
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

  it.each(['/home', HERE])(
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

  it.each(['#part', '/home#part'])(
    'S32 lets what loads go on where a fragment only scrolls: %j neither abandons it nor stops its deadline',
    async (href) => {
      const { navigator, calls, clock, location, told } = createWorld();
      expect(navigator.push(href)).toEqual({ outcome: 'started' });
      expect(navigator.state()).toEqual({ status: 'idle' });
      navigator.push('/slow');
      navigator.push(href);
      location.href = at('/home#part');
      // The soft router reports that it has scrolled.
      navigator.commit(at('/home#part'));
      navigator.began(at('/home#part'), { history: 'push' });
      expect(navigator.state()).toEqual({ status: 'loading', target: at('/slow'), history: 'push' });
      await clock.advance(3_800);
      expect(calls).toEqual([
        `push ${href}`,
        'push /slow',
        `push ${href}`,
        'hard push https://app.example/slow (route-timeout)',
      ]);
      navigator.push(href);
      expect(navigator.state()).toMatchObject({ target: at('/slow'), hard: { outcome: 'navigating' } });
      expect(told.map(({ phase }) => phase)).toEqual(['started', 'slow']);
    },
  );

  it('reloads the page where the soft router cannot even scroll, whatever else was loading', () => {
    const world = createWorld();
    world.navigator.push('/slow');
    world.softError = new Error('Router action dispatched before initialization.');
    expect(world.navigator.push('#part')).toEqual({ outcome: 'navigating' });
    expect(world.calls.at(-1)).toBe('hard push https://app.example/home#part (soft-navigation-failed)');
    expect(world.told.map(({ phase, url }) => `${phase} ${url}`)).toEqual([
      `started ${at('/slow')}`,
      `abandoned ${at('/slow')}`,
      `started ${at('/home#part')}`,
    ]);
  });

  it('S14 loads the document when the soft router throws', () => {
    const world = createWorld();
    world.softError = new Error('Router action dispatched before initialization.');
    expect(world.navigator.push('/a')).toEqual({ outcome: 'navigating' });
    expect(world.calls.at(-1)).toBe('hard push https://app.example/a (soft-navigation-failed)');
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

  it('ignores failures and commits when nothing is under way', () => {
    const { navigator, calls } = createWorld();
    navigator.fail(new Error('stray'));
    navigator.commit(at('/a'));
    expect(calls).toEqual([]);
    expect(navigator.state()).toEqual({ status: 'idle' });
  });

  it.each(['javascript:alert(1)', '//evil.example', 'https://evil.example/', '/\\evil.example'])(
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

  it('loads a document where a soft router may take an address of this site for another', () => {
    const { navigator, calls } = createWorld();
    expect(navigator.push('/.//host')).toEqual({ outcome: 'navigating' });
    expect(calls).toEqual(['hard push https://app.example//host (document)']);
  });

  it.each([
    [' /a ', 'https://app.example/a'],
    ['\\a', 'https://app.example/a'],
    ['https:a?b=\\', 'https://app.example/a?b=\\'],
    ['/a?b=\\', '/a?b=\\'],
  ])('gives the soft router %j as %j, which every parser reads alike', (href, given) => {
    const { navigator, calls } = createWorld();
    navigator.push(href);
    expect(calls).toEqual([`push ${given}`]);
  });

  it('lets what loads go on where a refused address is pushed meanwhile: the result alone tells of that', async () => {
    const { navigator, calls, clock, location, told } = createWorld();
    navigator.push('/b');
    expect(navigator.push('javascript:alert(1)')).toEqual({ outcome: 'refused', reason: 'unsafe-url' });
    expect(navigator.replace('//evil.example')).toEqual({ outcome: 'refused', reason: 'unsafe-url' });
    expect(navigator.state()).toEqual({ status: 'loading', target: at('/b'), history: 'push' });
    location.href = at('/b');
    navigator.commit(at('/b'));
    expect(navigator.state()).toEqual({ status: 'idle' });
    expect(told.map(({ phase }) => phase)).toEqual(['started', 'done']);

    navigator.push('/c');
    navigator.push('javascript:alert(1)');
    await clock.advance(3_800);
    expect(calls.at(-1)).toBe('hard push https://app.example/c (route-timeout)');
  });

  it('fails at once where what loads is redirected to a refused address', () => {
    const { navigator } = createWorld();
    navigator.push('/private');
    navigator.redirect('//evil.example', { history: 'replace' });
    expect(navigator.state()).toEqual({
      status: 'failed',
      target: '//evil.example',
      reason: 'unsafe-url',
    });
  });

  describe('redirects', () => {
    it('stop after as many as the given budget allows', () => {
      const { navigator } = createWorld({
        redirects: createRedirectBudget({ now: () => 0, maxRedirects: 2 }),
      });
      const outcomes = [1, 2, 3].map((hop) => navigator.redirect(`/${hop}`, { history: 'replace' }).outcome);
      expect(outcomes).toEqual(['started', 'started', 'refused']);
      expect(navigator.state()).toMatchObject({ status: 'failed', reason: 'redirects-exhausted' });
    });

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

      // A navigation by the user starts a new chain.
      navigator.push('/a');
      navigator.commit(at('/a'));
      expect(hop('/a', '/b').outcome).toBe('started');
    });
  });

  it('puts the base path before a document path, and leaves the soft router its own', async () => {
    const { navigator, calls, clock } = createWorld({ basePath: '/shop', routeLoadTimeoutMs: 10 });
    navigator.push('/a?x=1#y');
    await clock.advance(10);
    navigator.reset();
    navigator.push('b');
    await clock.advance(10);
    expect(calls).toEqual([
      'push /a?x=1#y',
      'hard push https://app.example/shop/a?x=1#y (route-timeout)',
      'push b',
      'hard push https://app.example/b (route-timeout)',
    ]);
  });

  describe('tells', () => {
    const phases = (told: readonly NavigationEvent[]): readonly string[] =>
      told.map((event) => {
        const path = event.url.replace('https://app.example', '');
        const duration = 'durationMs' in event ? ` ${event.durationMs}` : '';
        const reason = event.phase === 'failed' ? ` ${event.reason}` : '';
        return `${event.history} ${path} ${event.phase}${duration}${reason}`;
      });

    it('the start and the end, and between them that it is slow', async () => {
      const { navigator, clock, told } = createWorld();
      navigator.push('/quick');
      await clock.advance(999);
      navigator.commit(at('/quick'));
      navigator.replace('/slow');
      await clock.advance(1_500);
      expect(navigator.state()).toEqual({
        status: 'slow',
        target: at('/slow'),
        history: 'replace',
        hard: { outcome: 'none' },
      });
      navigator.commit(at('/slow'));
      navigator.commit(at('/slow'));
      expect(phases(told)).toEqual([
        'push /quick started',
        'push /quick done 999',
        'replace /slow started',
        'replace /slow slow 1000',
        'replace /slow done 1500',
      ]);
    });

    it('one end of each: superseded, reset, refused, timed out and committed late', async () => {
      const world = createWorld();
      const { navigator, clock, told } = world;
      navigator.push('/older');
      navigator.push('/newer');
      navigator.reset();
      navigator.reset();
      navigator.push('//evil.example');
      world.hardResult = { outcome: 'refused', reason: 'already-reloaded' };
      navigator.push('/late');
      await clock.advance(5_000);
      navigator.commit(at('/late'));
      expect(phases(told)).toEqual([
        'push /older started',
        'push /older abandoned 0',
        'push /newer started',
        'push /newer abandoned 0',
        'push //evil.example started',
        'push //evil.example failed 0 unsafe-url',
        'push /late started',
        'push /late slow 1000',
        'push /late failed 3800 already-reloaded',
      ]);
    });
  });

  describe('when the document does not come', () => {
    it('says failed after ten seconds, and loads it again when the visitor wants it', async () => {
      const { navigator, calls, clock, told } = createWorld();
      navigator.push('/download');
      await clock.advance(13_799);
      expect(navigator.state()).toMatchObject({ status: 'slow', hard: { outcome: 'navigating' } });
      await clock.advance(1);
      expect(navigator.state()).toEqual({ status: 'failed', target: at('/download'), reason: 'no-document' });

      expect(navigator.proceed()).toEqual({ outcome: 'navigating' });
      expect(calls.at(-1)).toBe('hard push https://app.example/download (confirmed)');
      expect(navigator.state()).toMatchObject({ status: 'slow', hard: { outcome: 'navigating' } });
      await clock.advance(10_000);
      expect(navigator.state()).toMatchObject({ status: 'failed', reason: 'no-document' });
      expect(told.map(({ phase }) => phase)).toEqual(['started', 'slow', 'failed', 'started', 'failed']);
    });

    it('says failed also where asking for it throws', async () => {
      const { navigator, clock } = createWorld({
        hard: {
          hardNavigate: () => {
            throw new DOMException('Too many calls to Location or History APIs', 'SecurityError');
          },
          isLeaving: () => false,
          stay: () => undefined,
        },
      });
      navigator.push('/a');
      expect(() => navigator.fail(new Error('Connection closed.'))).toThrow('Too many calls');
      await clock.advance(10_000);
      expect(navigator.state()).toEqual({ status: 'failed', target: at('/a'), reason: 'no-document' });
    });

    it('ignores what the soft router says of its own failure meanwhile', async () => {
      const { navigator, calls, clock } = createWorld();
      navigator.push('/a');
      await clock.advance(3_800);
      navigator.fail(new Error('aborted: the page is going'));
      expect(navigator.state()).toMatchObject({ status: 'slow', hard: { outcome: 'navigating' } });
      expect(calls).toHaveLength(2);
    });

    it.each(['push', 'began'] as const)('loads another one for a newer navigation: %s', async (how) => {
      const { navigator, calls, clock } = createWorld();
      navigator.push('/a');
      await clock.advance(3_800);
      if (how === 'push') expect(navigator.push('/b')).toEqual({ outcome: 'navigating' });
      else navigator.began(at('/b'), { history: 'push' });
      // The document of /a, which nothing has stopped, would replace a soft navigation.
      expect(calls.slice(2)).toEqual(['hard push https://app.example/b (document-superseded)']);
      expect(navigator.state()).toMatchObject({ status: 'slow', target: at('/b') });
    });
  });

  describe('while a document is on its way', () => {
    async function createLeavingWorld() {
      const world = createWorld();
      world.navigator.push('/a');
      await world.clock.advance(3_800);
      world.calls.length = 0;
      return world;
    }

    it('asks for no second one where the same address is pushed again', async () => {
      const { navigator, calls } = await createLeavingWorld();
      expect(navigator.push('/a')).toEqual({ outcome: 'navigating' });
      expect(calls).toEqual([]);
    });

    it('loads another one for a newer navigation also after the soft router has shown the page', async () => {
      const { navigator, calls, location } = await createLeavingWorld();
      location.href = at('/a');
      navigator.commit(at('/a'));
      expect(navigator.state()).toEqual({ status: 'idle' });
      navigator.push('/b');
      expect(calls).toEqual(['hard push https://app.example/b (document-superseded)']);
    });

    it('stops it, and navigates softly, where the document of a newer navigation is refused', async () => {
      const world = await createLeavingWorld();
      const { navigator, calls, clock } = world;
      world.hardResult = { outcome: 'refused', reason: 'already-reloaded' };
      expect(navigator.push('/b')).toEqual({ outcome: 'started' });
      expect(calls).toEqual(['hard push https://app.example/b (document-superseded)', 'stop', 'push /b']);
      expect(navigator.state()).toMatchObject({ status: 'loading', target: at('/b') });
      await clock.advance(3_800);
      expect(navigator.state()).toMatchObject({ status: 'failed', reason: 'already-reloaded' });
      expect(clock.pending).toBe(0);
    });

    it('stops it where a newer navigation stays on this page, before the soft router asks for anything', async () => {
      const { navigator, calls, told } = await createLeavingWorld();
      navigator.push('/home');
      expect(calls).toEqual(['stop', 'push /home']);
      expect(told.at(-1)).toMatchObject({ phase: 'abandoned', url: at('/a') });
    });

    it('stops it where it is redirected to a refused address', async () => {
      const { navigator, calls } = await createLeavingWorld();
      navigator.redirect('//evil.example', { history: 'push' });
      expect(calls).toEqual(['stop']);
    });

    it('takes the place of one that an error screen asked for', () => {
      const world = createWorld();
      world.isLeaving = true;
      world.navigator.push('/b');
      expect(world.calls).toEqual(['hard push https://app.example/b (document-superseded)']);
    });
  });

  describe('a commit of the page that a navigation started on', () => {
    it('does not end the navigation where no history entry was written: it may be a refresh', async () => {
      const { navigator, calls, clock } = createWorld();
      navigator.push('/a');
      navigator.commit(HERE);
      expect(navigator.state().status).toBe('loading');
      await clock.advance(3_800);
      expect(calls.at(-1)).toBe('hard push https://app.example/a (route-timeout)');
    });

    it('ends it where the history entry was written: the server has redirected back', () => {
      const { navigator, location, told } = createWorld();
      navigator.push('/a');
      location.entry = '2';
      navigator.commit(HERE);
      expect(navigator.state()).toEqual({ status: 'idle' });
      expect(told.at(-1)).toMatchObject({ phase: 'done' });
    });
  });

  it('proceeds with nothing where nothing has failed', () => {
    const { navigator, calls } = createWorld();
    expect(navigator.proceed()).toBeUndefined();
    expect(navigator.state()).toEqual({ status: 'idle' });
    navigator.push('/b');
    expect(navigator.proceed()).toBeUndefined();
    navigator.commit(at('/b'));
    expect(navigator.proceed()).toBeUndefined();
    expect(calls).toEqual(['push /b']);
  });

  it('loads a document also after one that did not come, for it may still', async () => {
    const { navigator, calls, clock } = createWorld();
    navigator.push('/a');
    await clock.advance(20_000);
    expect(navigator.state()).toMatchObject({ reason: 'no-document' });
    navigator.push('/b');
    expect(calls.at(-1)).toBe('hard push https://app.example/b (document-superseded)');
    // Going back stops it.
    navigator.reset();
    navigator.push('/c');
    expect(calls.at(-1)).toBe('push /c');
  });

  describe('where a load would lose what the visitor typed', () => {
    it('fails with the question, and proceeds when the visitor agrees', async () => {
      const world = createWorld();
      world.hardResult = { outcome: 'refused', reason: 'unsaved-input' };
      world.navigator.push('/slow');
      await world.clock.advance(3_800);
      expect(world.navigator.state()).toEqual({
        status: 'failed',
        target: at('/slow'),
        reason: 'unsaved-input',
      });
      world.hardResult = { outcome: 'navigating' };
      expect(world.navigator.proceed()).toEqual({ outcome: 'navigating' });
      expect(world.calls.at(-1)).toBe('hard push https://app.example/slow (confirmed)');
    });
  });

  describe('offline', () => {
    async function failOffline(options: Partial<NavigatorOptions> = {}) {
      const world = createWorld({ random: () => 0.5, ...options });
      world.hardResult = { outcome: 'refused', reason: 'offline' };
      world.isOnline = false;
      world.navigator.replace('/a#part');
      await world.clock.advance(3_800);
      expect(world.navigator.state()).toMatchObject({ status: 'failed', reason: 'offline' });
      world.calls.length = 0;
      return world;
    }

    it('tries again after a moment once the network is back, the way it was asked for', async () => {
      const world = await failOffline();
      world.navigator.online();
      await world.clock.advance(10_000);
      expect(world.calls).toEqual([]);

      world.isOnline = true;
      world.navigator.online();
      world.navigator.online();
      await world.clock.advance(999);
      expect(world.calls).toEqual([]);
      await world.clock.advance(1);
      expect(world.calls).toEqual(['replace https://app.example/a#part']);
      expect(world.navigator.state()).toMatchObject({ status: 'loading', history: 'replace' });
      world.navigator.commit(at('/a'));
      expect(world.told.map(({ phase }) => phase)).toEqual(['started', 'slow', 'failed', 'started', 'done']);
    });

    it('waits up to two seconds, each visitor another while', async () => {
      const starts = new Set<number>();
      for (const share of [0, 0.25, 0.999]) {
        const world = await failOffline({ random: () => share });
        world.isOnline = true;
        world.navigator.online();
        const before = world.clock.now();
        while (world.calls.length === 0) await world.clock.advance(1);
        starts.add(world.clock.now() - before);
      }
      expect([...starts]).toEqual([1, 500, 1_998]);
    });

    it.each<[string, (navigator: Navigator) => void]>([
      ['a newer navigation', (navigator) => void navigator.push('/newer')],
      ['a reset', (navigator) => navigator.reset()],
      ['a late commit', (navigator) => navigator.commit(at('/a'))],
    ])('does not try again after %s', async (_what, act) => {
      const world = await failOffline();
      world.isOnline = true;
      world.navigator.online();
      act(world.navigator);
      await world.clock.advance(3_000);
      expect(world.calls.filter((call) => call.includes('/a'))).toEqual([]);
    });

    it('does nothing about other failures, nor where nothing failed', async () => {
      const world = createWorld();
      world.navigator.online();
      world.navigator.push('//evil.example');
      world.navigator.online();
      await world.clock.advance(10_000);
      expect(world.calls).toEqual([]);
    });
  });

  describe('redirects and history', () => {
    it('S5 pushes where a push is redirected before it is shown: there is no entry of its own to replace', () => {
      const { navigator, calls } = createWorld();
      navigator.push('/private');
      navigator.redirect('/sign-in', { history: 'replace' });
      navigator.redirect('/sign-in/choose', { history: 'replace' });
      expect(calls).toEqual(['push /private', 'push /sign-in', 'push /sign-in/choose']);
    });

    it('S6 replaces once the push has its entry', () => {
      const { navigator, calls, location } = createWorld();
      navigator.push('/private');
      location.href = at('/private');
      navigator.redirect('/sign-in', { history: 'replace' });
      expect(calls).toEqual(['push /private', 'replace /sign-in']);
    });

    it('S6 stop where a page redirects to itself, although the soft router tells of each', () => {
      const world = createWorld();
      const soft: SoftRouter = {
        push: () => undefined,
        replace: (href) => world.navigator.began(new URL(href, HERE).href, { history: 'replace' }),
      };
      const { navigator } = Object.assign(world, createWorld({ soft }));
      world.navigator = navigator;
      const outcomes = [1, 2, 3].map(() => navigator.redirect('/home', { history: 'replace' }).outcome);
      expect(outcomes).toEqual(['started', 'refused', 'refused']);
    });
  });

  describe('to other sites', () => {
    const allowedOrigins = ['https://accounts.example'];

    it('waits for the network, and never asks the soft router', async () => {
      const world = createWorld({ allowedOrigins, random: () => 0 });
      world.hardResult = { outcome: 'refused', reason: 'offline' };
      world.isOnline = false;
      world.navigator.replace('https://accounts.example/sign-in');
      expect(world.navigator.state()).toMatchObject({ status: 'failed', reason: 'offline' });
      world.hardResult = { outcome: 'navigating' };
      world.isOnline = true;
      world.navigator.online();
      await world.clock.advance(0);
      expect(world.calls).toEqual(Array(2).fill('hard replace https://accounts.example/sign-in (external)'));
      expect(world.navigator.state()).toMatchObject({ status: 'slow', hard: { outcome: 'navigating' } });
    });

    it('loads the document where the origin is allowed', () => {
      const { navigator, calls } = createWorld({ allowedOrigins });
      expect(navigator.push('https://accounts.example/sign-in')).toEqual({ outcome: 'navigating' });
      expect(navigator.redirect('https://accounts.example/', { history: 'replace' }).outcome).toBe(
        'navigating',
      );
      expect(calls).toEqual([
        'hard push https://accounts.example/sign-in (external)',
        'hard push https://accounts.example/ (external)',
      ]);
    });
  });

  it.each([
    [Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;push;/b;307;' })],
    [new DOMException('The user aborted a request.', 'AbortError')],
  ])('takes what is no failure for none, and keeps the deadline: %s', async (error) => {
    const { navigator, calls, clock } = createWorld();
    navigator.push('/a');
    navigator.fail(error);
    expect(calls).toEqual(['push /a']);
    await clock.advance(3_800);
    expect(calls).toHaveLength(2);
  });

  it.each(['slowMs', 'routeLoadTimeoutMs', 'documentTimeoutMs', 'reconnectSpreadMs'])(
    'refuses a number that is none: %s',
    (option) => {
      for (const value of [0, 2_147_483_648, Infinity]) {
        expect(() => createWorld({ [option]: value })).toThrow(
          `${option} is ${value}; accepted: an integer of at least 1 and at most 2147483647`,
        );
      }
    },
  );

  it('keeps its deadline as good as never where it is given the longest time a timer takes', async () => {
    const { navigator, calls, clock } = createWorld({ routeLoadTimeoutMs: 2_147_483_647 });
    navigator.push('/a');
    await clock.advance(1_000_000);
    expect(calls).toEqual(['push /a']);
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
