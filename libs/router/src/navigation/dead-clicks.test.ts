/** @jest-environment node */
import { createFakeClock } from '@adit/testing';
import type { NavigationEvent, RouterEvent } from '../events.ts';
import { createReloadBreaker } from '../skew/reload-breaker.ts';
import { createHardNavigator } from './hard-navigation.ts';
import { createNavigator, type NavigatorOptions } from './navigator.ts';

const NAVIGATIONS = 1_000;
const at = (path: string): string => `https://app.example${path}`;

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What became of a click, as the visitor sees it. */
type Fate = 'shown' | 'failed' | 'left' | 'dead';

interface Visit {
  readonly fate: Fate;
  readonly reason: string | undefined;
  readonly events: readonly NavigationEvent[];
}

type World = Pick<NavigatorOptions, 'routeLoadTimeoutMs' | 'documentTimeoutMs'>;

/**
 * One visit: a few clicks within seconds, the last of which must not be lost. What the visitor sees is kept apart from
 * what the navigator says: a page is shown when the soft router shows it, and left when the document arrives.
 */
async function visit(seed: number, options: World): Promise<Visit> {
  const random = createRandom(seed);
  const asideRandom = createRandom(-seed);
  const chance = (share: number): boolean => random() < share;
  const between = (from: number, to: number): number => Math.round(from + random() * (to - from));
  const clock = createFakeClock();
  const events: NavigationEvent[] = [];
  let isOnline = true;
  let isDirty = chance(0.1);
  let shown = at('/home');
  let document: { readonly href: string } | undefined;
  const tab = { hasLeft: false };

  const later = (delayMs: number, act: () => void): void => {
    clock.setTimeout(() => {
      if (!tab.hasLeft) act();
    }, delayMs);
  };
  // A newer load takes the place of the one under way; one in five never comes (stayed, a download, a server that hangs).
  const load = (href: string): void => {
    const loading = (document = { href });
    if (chance(0.2)) return;
    later(between(50, 9_000), () => {
      if (document !== loading) return;
      tab.hasLeft = true;
      shown = href;
    });
  };
  const location = {
    get href() {
      return shown;
    },
    assign: load,
    replace: load,
    reload: () => load(shown),
  };
  const held = new Map<string, string>();
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  const breaker = createReloadBreaker({
    buildId: '1',
    location,
    storage: chance(0.8) ? () => storage : () => undefined,
  });
  const onEvent = (event: RouterEvent): void => {
    if (event.type === 'navigation') events.push(event);
  };
  const hard = createHardNavigator({
    location,
    breaker,
    isOnline: () => isOnline,
    hasUnsavedInput: () => isDirty,
    onEvent,
  });

  let newest = '';
  /** Where the server sent the newest click on to, if it did. */
  let redirected = '';
  /** Every kind of soft router there is: quick, slow, late, hanging, failing, throwing, with a mind for the newest or not. */
  const route = (href: string): void => {
    if (href.startsWith('#')) return;
    const target = new URL(href, shown).href;
    const heedsNewer = chance(0.5);
    const show = (): void => {
      if (heedsNewer && target !== newest) return;
      if (target === newest) redirected = shown = target;
      navigator.commit(target);
    };
    const redirect = (): void => {
      if (target !== newest) return;
      redirected = shown = at('/sign-in');
      navigator.commit(shown);
    };
    const fail = (message: string): void => {
      navigator.fail(new TypeError(message), target);
    };
    const lot = random();
    if (lot < 0.25) later(between(0, 3_000), show);
    else if (lot < 0.3) later(between(0, 3_000), redirect);
    else if (lot < 0.45) later(between(3_000, 30_000), show);
    else if (lot < 0.7) return;
    else if (lot < 0.8) later(between(0, 5_000), () => fail('Failed to fetch'));
    else if (lot < 0.9) later(between(0, 5_000), () => fail('Loading chunk 7 failed.'));
    else if (lot < 0.95) throw new Error('Router action dispatched before initialization.');
    else show();
  };
  const navigator = createNavigator({
    soft: { push: route, replace: route },
    hard,
    location,
    clock,
    isOnline: () => isOnline,
    onEvent,
    random,
    ...options,
  });

  const clicks = between(1, 4);
  for (let click = 0; click < clicks && !tab.hasLeft; click += 1) {
    if (chance(0.3)) isOnline = !isOnline;
    if (chance(0.1)) isDirty = !isDirty;
    newest = at(`/page-${between(1, 5)}`);
    if (newest === shown) newest = at('/elsewhere');
    redirected = newest;
    const history = chance(0.8) ? 'push' : 'replace';
    if (chance(0.5)) navigator[history](newest);
    else {
      navigator.began(newest, { history });
      try {
        route(newest);
      } catch (error) {
        navigator.fail(error, newest);
      }
    }
    // Neither takes the visitor anywhere, so neither may cost the click its end.
    if (navigator.state().status === 'loading' && asideRandom() < 0.2) {
      navigator.push(asideRandom() < 0.5 ? '#part' : 'javascript:void 0');
    }
    await clock.advance(chance(0.5) ? between(0, 500) : between(500, 15_000));
    if (chance(0.3)) {
      isOnline = true;
      navigator.online();
      await clock.advance(between(0, 3_000));
    }
  }
  await clock.advance(120_000);

  const state = navigator.state();
  const reason = state.status === 'failed' ? state.reason : undefined;
  if (tab.hasLeft) {
    // Without its reload mark, if the address had to carry one.
    const isWanted = new URL(shown).pathname === new URL(newest).pathname;
    // Its own load may be refused, visibly, while that of an earlier click is still to come.
    const hasFailed = events.at(-1)?.phase === 'failed';
    return { fate: isWanted ? 'left' : hasFailed ? 'failed' : 'dead', reason, events };
  }
  if (state.status === 'failed') return { fate: 'failed', reason, events };
  return { fate: shown === redirected && state.status === 'idle' ? 'shown' : 'dead', reason, events };
}

async function visits(options: World): Promise<readonly Visit[]> {
  return Promise.all(Array.from({ length: NAVIGATIONS }, (_, seed) => visit(seed, options)));
}

const count = <Value>(values: readonly Value[], wanted: Value): number =>
  values.filter((value) => value === wanted).length;

/** Longer than any visit: what a navigator does without a deadline, and without a watch on its documents. */
const NEVER_MS = 1_000_000;

/** A busy machine turns a thousand event loops slowly. */

describe('a click', () => {
  let all: readonly Visit[];

  beforeAll(async () => {
    all = await visits({});
  });

  it(`S32 S14 is never dead: ${NAVIGATIONS} visits with hangs, failures, offline spells and late answers`, () => {
    const fates = all.map(({ fate }) => fate);
    expect(count(fates, 'dead')).toBe(0);

    // All ways out are taken, and for every reason.
    for (const fate of ['shown', 'failed', 'left'] as const) expect(count(fates, fate)).toBeGreaterThan(50);
    expect(new Set(all.map(({ reason }) => reason))).toEqual(
      new Set([undefined, 'offline', 'already-reloaded', 'unsaved-input', 'no-document']),
    );
  });

  it('ends exactly once, and is told so', () => {
    for (const { events, fate } of all) {
      let open: string | undefined;
      for (const { phase, url } of events) {
        if (phase === 'started') expect(open).toBeUndefined();
        else expect(open).toBe(url);
        if (phase !== 'slow') open = phase === 'started' ? url : undefined;
      }
      // Whoever left by a document has no time to say so.
      if (fate !== 'left') expect(open).toBeUndefined();
    }
  });

  it.each([
    ['a deadline', { routeLoadTimeoutMs: NEVER_MS }, 50],
    ['a watch on its document', { documentTimeoutMs: NEVER_MS }, 10],
  ])('control: dies without %s', async (_what, options, atLeast) => {
    const fates = (await visits(options)).map(({ fate }) => fate);
    expect(count(fates, 'dead')).toBeGreaterThan(atLeast);
  });
});
