import { createTabStorage } from '../../testing/tab.helper.ts';
import { createFakeClock } from '@adit/testing';
import { createHardNavigator } from '../navigation/hard-navigation.ts';
import { createNavigator } from '../navigation/navigator.ts';
import type { StorageLike } from '../platform.ts';
import { createPageLife } from './page-life.ts';

const at = (path: string): string => `https://app.example${path}`;

/** The start time of a document's navigation, on one scale for the whole tab, and its type. */
interface Opening {
  readonly beganAt: number;
  readonly isFrame?: boolean;
  readonly referrer?: string;
}

/** A tab whose documents share their storage; each has a navigator of its own. */
function createTab(given?: () => StorageLike | undefined) {
  const tabStorage = createTabStorage();
  const storage = given ?? ((): StorageLike => tabStorage);
  const clock = createFakeClock();
  const calls: string[] = [];

  function open(path: string, { beganAt, isFrame, referrer = '' }: Opening) {
    calls.length = 0;
    const load = (href: string): void => void calls.push(`load ${href}`);
    const location = {
      href: at(path),
      assign: load,
      replace: load,
      reload: () => load(at(path)),
      stop: () => undefined,
    };
    const hard = createHardNavigator({ location, breaker: { claim: (href) => href !== at('/refused') } });
    const soft = (name: string) => (href: string) => void calls.push(`${name} ${href}`);
    const navigator = createNavigator({
      soft: { push: soft('push'), replace: soft('replace') },
      hard,
      location,
      clock,
    });
    const page = createPageLife({
      navigator,
      breaker: { settled: () => undefined, documentRestored: () => undefined },
      storage,
    });
    const performance = {
      timeOrigin: beganAt,
      now: () => clock.now() - beganAt,
    };
    const view = Object.assign(new EventTarget(), {
      location,
      performance,
      document: { referrer },
      ...(isFrame && { parent: window }),
    });
    const stop = page.start(view as unknown as Window);
    return { navigator, location, page, view, stop };
  }

  /** Requests the document of /a, and 100 ms later that of /b instead. */
  async function supersede() {
    const document = open('/home', { beganAt: 0 });
    document.navigator.push('/a');
    await clock.advance(3_800);
    await clock.advance(100);
    document.navigator.push('/b#part');
    expect(calls).toEqual(['push /a', `load ${at('/a')}`, `load ${at('/b#part')}`]);
    return document;
  }

  return { calls, clock, open, supersede };
}

const SOONER = { beganAt: 3_800 };
const LATER = { beganAt: 3_950 };

describe('a superseded document that the browser shows anyway', () => {
  it('gives way to the one that was asked for last, in its history entry', async () => {
    const { calls, open, supersede } = createTab();
    await supersede();
    open('/a', SOONER);
    expect(calls).toEqual([`replace ${at('/b#part')}`]);
    // Once: the same document may be requested again.
    open('/a', SOONER);
    expect(calls).toEqual([]);
  });

  it('gives way also if it was requested before the page that asked for the newest one', async () => {
    const { calls, clock, open } = createTab();
    await clock.advance(1_000);
    open('/home', { beganAt: 900 }).navigator.push('/a');
    await clock.advance(3_800);
    open('/older', { beganAt: 800 });
    expect(calls).toEqual([`replace ${at('/a')}`]);
  });

  it('gives way also if it was redirected', async () => {
    const { calls, open, supersede } = createTab();
    await supersede();
    open('/sign-in', SOONER);
    expect(calls).toEqual([`replace ${at('/b#part')}`]);
  });

  it("gives way if the browser's error page stood in its place and was loaded again", async () => {
    const { calls, clock, open, supersede } = createTab();
    const { view } = await supersede();
    await clock.advance(100);
    view.dispatchEvent(new Event('pagehide'));
    open('/a', { beganAt: 5_000 });
    expect(calls).toEqual([`replace ${at('/b#part')}`]);
  });
});

describe('a superseded document, if the newest address needs no document', () => {
  it.each<[string, boolean]>([
    ['is still loading', false],
    ['is shown already', true],
  ])('gives way to the page that %s', async (_what, isShown) => {
    const { calls, open, supersede } = createTab();
    const { location, navigator, page } = await supersede();
    navigator.push('/refused');
    if (isShown) {
      location.href = at('/refused');
      page.shown(location.href);
    }
    open('/a', SOONER);
    expect(calls).toEqual([`replace ${at('/refused')}`]);
  });

  it('stays if the visitor went back from the page that was shown', async () => {
    const { calls, open, supersede } = createTab();
    const { location, navigator, page, view } = await supersede();
    navigator.push('/refused');
    location.href = at('/refused');
    page.shown(location.href);
    location.href = at('/home');
    view.dispatchEvent(Object.assign(new Event('popstate'), { state: {} }));
    open('/a', LATER);
    expect(calls).toEqual([]);
  });
});

describe('a document that is wanted', () => {
  it.each([
    ['the one asked for last', '/b', LATER],
    ['the one asked for last, by a clock that is behind', '/b', SOONER],
    ['where the one asked for last redirects', '/sign-in', LATER],
    ['the page before, which the visitor reloads', '/home', LATER],
    ['an address that the visitor enters', '/a', LATER],
    ['another page, after the one that was left', '/other', { beganAt: 5_000 }],
    ['a superseded page, by a link of the wanted one', '/a', { beganAt: 5_000, referrer: at('/b') }],
    ['where the visitor goes back to', '/before', LATER],
  ])('stays: %s', async (_what, path, opening) => {
    const { calls, clock, open, supersede } = createTab();
    const { view } = await supersede();
    await clock.advance(100);
    view.dispatchEvent(new Event('pagehide'));
    open(path, opening);
    expect(calls).toEqual([]);
  });

  it.each<[string, (document: { readonly view: EventTarget }) => void]>([
    [
      'the visitor went back instead',
      ({ view }) => view.dispatchEvent(Object.assign(new Event('popstate'), { state: {} })),
    ],
    [
      'the document came back from the back/forward cache',
      ({ view }) => view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    ],
  ])('stays where %s', async (_what, act) => {
    const { calls, open, supersede } = createTab();
    act(await supersede());
    open('/a', SOONER);
    expect(calls).toEqual([]);
  });

  it('stays in a frame, which shares the storage of its tab', async () => {
    const { calls, open, supersede } = createTab();
    await supersede();
    open('/a', { ...SOONER, isFrame: true });
    expect(calls).toEqual([]);
    open('/a', SOONER);
    expect(calls).toEqual([`replace ${at('/b#part')}`]);
  });

  it('stays where the page has stopped listening', async () => {
    const { calls, clock, open } = createTab();
    const { navigator, stop } = open('/home', { beganAt: 0 });
    navigator.push('/a');
    await clock.advance(3_800);
    stop();
    navigator.push('/b');
    open('/a', SOONER);
    expect(calls).toEqual([]);
  });

  it.each<[string, (() => StorageLike | undefined) | undefined]>([
    ['is blocked', () => fail()],
    ['is absent', () => undefined],
    ['is full', () => ({ getItem: () => null, setItem: fail, removeItem: fail })],
    ['holds what others wrote', () => ({ getItem: () => '{"to":1}', setItem: fail, removeItem: fail })],
    ['holds no JSON', () => ({ getItem: () => '[', setItem: fail, removeItem: fail })],
  ])('stays where storage %s', async (_what, storage) => {
    const { calls, open, supersede } = createTab(storage);
    await supersede();
    open('/a', SOONER);
    expect(calls).toEqual([]);
  });
});

function fail(): never {
  throw new DOMException('blocked', 'SecurityError');
}
