import type { Navigator } from '../navigation/navigator.ts';
import { createPageLife, type PageLifeOptions, type ShownPage } from './page-life.ts';

const at = (path: string): string => `https://app.example${path}`;

const IDLE: Pick<Navigator, 'replace' | 'state' | 'subscribe'> = {
  replace: () => ({ outcome: 'started' }),
  state: () => ({ status: 'idle' }),
  subscribe: () => () => undefined,
};

function createWorld(options: Partial<PageLifeOptions> = {}) {
  const calls: string[] = [];
  const note =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void calls.push([name, ...args].join(' '));
  const location = { href: at('/home') };
  const view = Object.assign(new EventTarget(), { location });
  const page = createPageLife({
    navigator: { ...IDLE, commit: note('commit'), reset: note('reset'), online: note('online') },
    breaker: { settled: note('settled'), documentRestored: note('restored') },
    ...options,
  });
  const stop = page.start(view as unknown as Window);
  const happens = (type: string, facts: object = {}): readonly string[] => {
    calls.length = 0;
    view.dispatchEvent(Object.assign(new Event(type), facts));
    return calls;
  };
  const shows = (path: string): readonly string[] => {
    calls.length = 0;
    location.href = at(path);
    page.shown(location.href);
    return calls;
  };
  return { happens, location, page, shows, stop };
}

describe('createPageLife', () => {
  it('takes the shown page for the end of its navigation, and the one before it for one that held', () => {
    const { shows } = createWorld();
    expect(shows('/home')).toEqual([`commit ${at('/home')}`]);
    expect(shows('/home#part')).toEqual([`commit ${at('/home#part')}`]);
    expect(shows('/orders')).toEqual([`settled ${at('/home')}`, `commit ${at('/orders')}`]);
  });

  it('takes the last page for one that held when the document goes', () => {
    const { happens, shows } = createWorld();
    expect(happens('pagehide')).toEqual([]);
    shows('/orders#part');
    expect(happens('pagehide')).toEqual([`settled ${at('/orders')}`]);
  });

  it('takes a page that broke for none that held, until it is shown again', () => {
    const { happens, page, shows } = createWorld();
    shows('/orders');
    page.broke(at('/orders#part'));
    expect(happens('pagehide')).toEqual([]);
    expect(shows('/home')).toEqual([`commit ${at('/home')}`]);
    shows('/orders');
    expect(happens('pagehide')).toEqual([`settled ${at('/orders')}`]);
  });

  it('tells of each other page that is shown, and whether it has broken', () => {
    const told: ShownPage[] = [];
    const { page, shows } = createWorld({ onShown: (shown) => told.push(shown) });
    shows('/home');
    shows('/home#part');
    page.broke(at('/orders'));
    shows('/orders');
    expect(told).toEqual([
      { isFirst: true, hasBroken: false },
      { isFirst: false, hasBroken: true },
    ]);
  });

  it('ends the navigation under way where the visitor goes back or forward', () => {
    const { happens, location, shows } = createWorld();
    expect(happens('popstate', { state: null })).toEqual(['reset']);
    shows('/home');
    expect(happens('popstate', { state: { key: 'of a router' } })).toEqual(['reset']);
    location.href = at('/before');
    expect(happens('popstate', { state: null })).toEqual(['reset']);
  });

  it('lets it go on where a plain link only scrolls', () => {
    const { happens, location, shows } = createWorld();
    shows('/home');
    location.href = at('/home#part');
    expect(happens('popstate', { state: null })).toEqual([]);
  });

  it('starts again when the document comes back from the back/forward cache', () => {
    const { happens } = createWorld();
    expect(happens('pageshow', { persisted: false })).toEqual([]);
    expect(happens('pageshow', { persisted: true })).toEqual(['restored', 'reset']);
  });

  it('tells when the network is back', () => {
    expect(createWorld().happens('online')).toEqual(['online']);
  });

  it('hears nothing any more once it has stopped, and forgets the navigation under way', () => {
    const { happens, shows, stop } = createWorld();
    shows('/home');
    expect(happens('none')).toEqual([]);
    stop();
    for (const type of ['popstate', 'pagehide', 'pageshow', 'online']) {
      expect(happens(type, { state: {}, persisted: true })).toEqual([]);
    }
  });

  it('listens to the window it runs in', () => {
    const add = jest.spyOn(window, 'addEventListener');
    const reset = jest.fn();
    const page = createPageLife({
      navigator: { ...IDLE, commit: jest.fn(), reset, online: jest.fn() },
      breaker: { settled: jest.fn(), documentRestored: jest.fn() },
    });
    page.start()();
    expect(add.mock.calls.map(([type]) => type)).toEqual(['popstate', 'pagehide', 'pageshow', 'online']);
    expect(reset).toHaveBeenCalledTimes(1);
    add.mockRestore();
  });
});
