/** @jest-environment ./jest-environment-browser.cjs */
import { ROUTER_STARTED_EVENT, TRANSITION_EVENT } from '../window-events.ts';
import type { Bridge } from './bridge.tsx';
import { createLateBridge, type LateBridge } from './late-bridge.ts';
import { onRouterTransitionStart } from './router-transition.ts';

let idle: (() => void)[];
let log: string[];
/** The result of `load`: a chunk, or an error. */
let load: () => Promise<string>;

const flush = () => new Promise((resolve) => setTimeout(resolve));
const bridge = {
  runtime: {
    navigator: {
      push: (href: string) => log.push(`push ${href}`),
      replace: (href: string) => log.push(`replace ${href}`),
    },
  },
  watch() {
    const hear = (event: Event): void =>
      void log.push(`hears ${(event as CustomEvent<{ href: string }>).detail.href}`);
    window.addEventListener(TRANSITION_EVENT, hear);
    return () => window.removeEventListener(TRANSITION_EVENT, hear);
  },
} as unknown as Bridge;

function create(): LateBridge<Bridge> {
  return createLateBridge(
    'build-1',
    () => {
      log.push('load');
      return load();
    },
    (chunk) => {
      log.push(`create ${chunk}`);
      return bridge;
    },
  );
}

beforeEach(() => {
  history.replaceState(null, '', '/home');
  idle = [];
  log = [];
  load = () => Promise.resolve('chunk');
  Object.assign(window, { requestIdleCallback: (act: () => void) => idle.push(act) });
});

it('says that the page has started, and loads once, when the page is idle', async () => {
  window.addEventListener(ROUTER_STARTED_EVENT, () => log.push('started'), { once: true });
  const late = create();
  const listener = jest.fn();
  const unsubscribe = late.subscribe(listener);
  const stop = late.wait();
  expect(log).toEqual(['started']);

  idle[0]?.();
  idle[0]?.();
  await flush();
  expect(log).toEqual(['started', 'load', 'create chunk']);
  expect(late.loaded()).toBe(bridge);
  expect(listener).toHaveBeenCalledTimes(1);
  unsubscribe();
  stop();
});

it.each([
  ['that is still under way', () => undefined, ['load', 'create chunk', 'hears /slow']],
  ['that has arrived', () => history.pushState(null, '', '/slow'), ['load', 'create chunk']],
])('loads at once for a transition, and tells the bridge of one %s', async (_what, commit, expected) => {
  const late = create();
  const stop = late.wait();
  onRouterTransitionStart('/slow', 'push');
  await flush();
  stop();
  commit();
  const unwatch = late.watch();
  expect(log).toEqual(expected);

  unwatch();
  late.watch()();
  expect(log).toEqual(expected);
});

it('is idle, and navigates as soon as the bridge is loaded', async () => {
  const late = create();
  expect(late.navigator.state()).toEqual({ status: 'idle' });
  late.navigator.subscribe(() => undefined)();

  expect(late.navigator.push('/a')).toEqual({ outcome: 'started' });
  late.navigator.replace('/b');
  await flush();
  expect(log).toEqual(['load', 'create chunk', 'push /a', 'replace /b']);
});

it('watches nothing before it is loaded', () => {
  create().watch()();

  expect(log).toEqual([]);
});

describe('if the chunk is missing', () => {
  beforeEach(() => {
    load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  });

  it('asks again with the next navigation', async () => {
    const late = create();
    late.wait();
    idle[0]?.();
    await flush();
    expect(late.loaded()).toBeUndefined();

    load = () => Promise.resolve('chunk');
    late.navigator.push('/a');
    await flush();
    expect(log).toEqual(['load', 'load', 'create chunk', 'push /a']);
  });

  it('complains of another document in jsdom (control)', async () => {
    const complain = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    create().navigator.push('/other');
    await flush();

    expect(complain).toHaveBeenCalled();
    complain.mockRestore();
  });

  it.each([
    ['#part', 'http://localhost/home#part'],
    ['//localhost/home#here', 'http://localhost/home#here'],
    ['https://evil.example/#part', 'http://localhost/home'],
    ['javascript:location.hash="evil"', 'http://localhost/home'],
    ['blob:http://localhost/home#evil', 'http://localhost/home'],
    ['http://:', 'http://localhost/home'],
  ])('loads documents of this origin only: %s', async (href, expected) => {
    // jsdom logs an error for every document that it cannot load.
    const complain = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    create().navigator.push(href);
    await flush();

    expect(location.href).toBe(expected);
    expect(complain).not.toHaveBeenCalled();
    complain.mockRestore();
  });
});
