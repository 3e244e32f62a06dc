/** @jest-environment ./jest-environment-browser.cjs */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import {
  createElement,
  startTransition,
  StrictMode,
  useInsertionEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { RouterEvent } from '../events.ts';
import { reloadOnce } from '../browser/reload-once.ts';
import { RELOAD_KEY } from '../reload/reload-key.ts';
import { useConnectivity, useNavigate, useNavigationState, useUpdateAvailable } from '../react/hooks.ts';
import type * as browserPlatform from '../browser/browser-platform.ts';
import { createBrowserPlatform } from '../browser/browser-platform.ts';
import { routerBridge } from './bridge.tsx';
import { DeferredRouterBridge } from './deferred-router-bridge.tsx';
import { LateRouterBridge } from './late-router-bridge.tsx';
import { NextRouterBridge, type NextRouterBridgeProps } from './next-router-bridge.tsx';
import { RouteErrorRecovery } from './route-error-recovery.tsx';
import { onRouterTransitionStart } from './router-transition.ts';
import { useOfflineNavigation } from './use-offline-navigation.ts';
import { useUnsentAction } from './use-unsent-action.ts';

jest.mock('../browser/browser-platform.ts');

// jsdom cannot load documents: the platform's `location` records calls instead. Everything else is the window's own.
const real = jest.requireActual<typeof browserPlatform>('../browser/browser-platform.ts');
let loads: string[];
let Bridge: ComponentType<NextRouterBridgeProps>;
/** Callbacks that wait for the page to be idle. */
let idle: (() => void)[];

beforeEach(() => {
  jest.useFakeTimers();
  loads = [];
  idle = [];
  Object.assign(window, { requestIdleCallback: (act: () => void) => idle.push(act) });
  window.history.replaceState(null, '', '/home');
  window.sessionStorage.clear();
  // jsdom has none, and these tests do not watch visibility.
  Object.assign(window, {
    IntersectionObserver: class {
      disconnect(): void {
        return undefined;
      }
    },
  });
  window.fetch = () => new Promise(() => undefined);
  jest.mocked(createBrowserPlatform).mockImplementation(() => ({
    ...real.createBrowserPlatform(),
    location: {
      get href() {
        return window.location.href;
      },
      get entry() {
        return (window as Partial<Window>).navigation?.currentEntry?.id;
      },
      assign: (href) => loads.push(`assign ${href}`),
      replace: (href) => loads.push(`replace ${href}`),
      reload: () => loads.push('reload'),
      get name() {
        return window.name;
      },
      set name(value) {
        window.name = value;
      },
    },
  }));
});

afterEach(() => jest.useRealTimers());

function Status(): ReactNode {
  return <output>{useNavigationState().status}</output>;
}

function GoButton(): ReactNode {
  const navigate = useNavigate();
  return <button onClick={() => navigate('/programmatic', { history: 'replace' })}>Go</button>;
}

/** Renders the App Router's own contexts around the bridge. Returns functions to commit a route as it does. */
async function renderApp(children?: ReactNode, props: Partial<NextRouterBridgeProps> = {}) {
  const soft: string[] = [];
  const router = {
    push: (href: string) => void soft.push(`push ${href}`),
    replace: (href: string) => void soft.push(`replace ${href}`),
    back: () => undefined,
    forward: () => undefined,
    refresh: () => undefined,
    prefetch: (href: string) => void soft.push(`prefetch ${href}`),
    bfcacheId: '0',
  };

  function App({ address }: { readonly address: string }): ReactNode {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    return (
      <AppRouterContext value={router}>
        <PathnameContext value={pathname}>
          <SearchParamsContext value={searchParams}>
            <Bridge buildId="1" {...props}>
              <Status />
              <p title="path">{pathname}</p>
              <GoButton />
              <a href="/slow?x=1">Slow</a>
              <a href="#part">Part</a>
              {children}
            </Bridge>
          </SearchParamsContext>
        </PathnameContext>
      </AppRouterContext>
    );
  }

  const view = render(<App address="/home" />, { wrapper: StrictMode });
  // A deferred bridge is loaded when the page is idle.
  await act(async () => {
    for (const load of idle.splice(0)) load();
    await jest.advanceTimersByTimeAsync(0);
  });
  return {
    unmount: view.unmount,
    soft,
    commit: (path: string) => {
      window.history.pushState(null, '', path);
      view.rerender(<App address={path} />);
    },
    commitInTransition: (path: string) =>
      act(async () => startTransition(() => view.rerender(<App address={path} />))),
  };
}

const status = (): string | null => screen.getByRole('status').textContent;

/** Clicks a link as next/link handles it: it prevents the default and requests the page from the server. */
async function clickLink(name: string, { request }: { readonly request?: string } = {}): Promise<void> {
  const link = screen.getByRole('link', { name });
  link.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await act(async () => {
    link.click();
    await Promise.resolve();
    if (request !== undefined) void window.fetch(request, { headers: { rsc: '1' }, priority: 'auto' });
  });
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe.each([
  ['NextRouterBridge', NextRouterBridge],
  ['DeferredRouterBridge', DeferredRouterBridge],
])('%s', (_name, bridge) => {
  beforeEach(() => {
    Bridge = bridge;
  });

  describe('navigations', () => {
    it('S32 loads the document when a clicked route takes 3800 ms', async () => {
      await renderApp();
      await clickLink('Slow', { request: 'http://localhost/slow?x=1&_rsc=abc' });
      expect(status()).toBe('loading');
      await pass(3_799);
      expect(loads).toEqual([]);
      await pass(1);
      expect(loads).toEqual(['assign http://localhost/slow?x=1']);
      expect(status()).toBe('slow');
    });

    it('S32 stops the deadline with the commit', async () => {
      const { commit } = await renderApp();
      await clickLink('Slow', { request: 'http://localhost/slow?_rsc&x=1' });
      commit('/slow?x=1');
      expect(status()).toBe('idle');
      await pass(10_000);
      expect(loads).toEqual([]);
    });

    it('S32 holds back a soft navigation that arrives while the document loads, until the visitor decides again', async () => {
      const { commitInTransition } = await renderApp();
      await clickLink('Slow', { request: '/slow?x=1' });
      await pass(3_800);
      await commitInTransition('/slow?x=1');
      expect(screen.getByTitle('path').textContent).toBe('/home');
      act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: {} })));
      await pass(0);
      expect(screen.getByTitle('path').textContent).toBe('/slow');
    });

    it('S32 takes the preset it is given', async () => {
      await renderApp(undefined, { preset: { routeLoadTimeoutMs: 50 } });
      await clickLink('Slow', { request: '/slow?x=1' });
      await pass(50);
      expect(loads).toEqual(['assign http://localhost/slow?x=1']);
    });

    it('leaves a click alone that the application has cancelled: no request follows it', async () => {
      await renderApp();
      await clickLink('Slow');
      await pass(10_000);
      expect(status()).toBe('idle');
      expect(loads).toEqual([]);
    });

    it('forgets a click that needed no request, so that a later refresh of its page starts nothing', async () => {
      const { commit } = await renderApp();
      await clickLink('Slow');
      commit('/slow?x=1');
      act(() => void window.fetch('/slow?x=1', { headers: { rsc: '1' } }));
      expect(status()).toBe('idle');
    });

    it('leaves requests alone that answer no click, as a refresh sends them', async () => {
      await renderApp();
      void window.fetch('/home', { headers: { rsc: '1' } });
      await clickLink('Slow', { request: '/elsewhere' });
      await clickLink('Part', { request: '/home' });
      expect(status()).toBe('idle');
    });

    it("S32 hears of every navigation through Next's own hook, in its history mode", async () => {
      await renderApp();
      act(() => onRouterTransitionStart('/pushed', 'replace'));
      await pass(3_800);
      expect(loads).toEqual(['replace http://localhost/pushed']);
    });

    it('S32 hears of one that begins between the commit of the page and the effects that follow the commit', async () => {
      Bridge = function BridgeWithClick(props) {
        // Runs after the layout effects of the bridge, and before all other effects.
        useLayoutEffect(() => onRouterTransitionStart('/at-once', 'push'), []);
        return createElement(bridge, props);
      };
      await renderApp();
      expect(status()).toBe('loading');
      await pass(3_800);
      expect(loads).toEqual(['assign http://localhost/at-once']);
    });

    it.each([
      ['a traversal', '/other', 'traverse'],
      ['the same page', '/home#part', 'push'],
      ['another site', 'https://other.example/', 'push'],
    ] as const)('starts nothing for %s', async (_what, href, type) => {
      await renderApp();
      act(() => onRouterTransitionStart(href, type));
      expect(status()).toBe('idle');
    });

    it('puts the base path before what the hook reports', async () => {
      await renderApp(undefined, { basePath: '/shop' });
      act(() => onRouterTransitionStart('/a', 'push'));
      await pass(3_800);
      expect(loads).toEqual(['assign http://localhost/shop/a']);
    });

    it('S6 navigates with useNavigate, whose own transition does not start it twice', async () => {
      const { soft } = await renderApp();
      act(() => screen.getByRole('button').click());
      expect(soft).toEqual(['replace /programmatic']);
      await pass(2_000);
      act(() => onRouterTransitionStart('/programmatic', 'replace'));
      await pass(1_800);
      expect(loads).toEqual(['replace http://localhost/programmatic']);
    });

    it('takes a rewritten history entry for a commit once the server has answered: a redirect may lead back here', async () => {
      const navigation = Object.assign(new EventTarget(), { currentEntry: { id: '1' } });
      Object.assign(window, { navigation });
      let answer = new Promise<Response>(() => undefined);
      window.fetch = () => answer;
      await renderApp();
      const errors = jest.spyOn(console, 'error');
      /** Writes the history as Next does: in an insertion effect, where React refuses updates. */
      function HistoryWriter({ from }: { readonly from: string }): null {
        useInsertionEffect(() => {
          navigation.currentEntry = { id: `${navigation.currentEntry.id}1` };
          navigation.dispatchEvent(
            Object.assign(new Event('currententrychange'), {
              from: { url: new URL(from, window.location.href).href },
            }),
          );
        });
        return null;
      }
      const rewrite = async (from: string): Promise<void> => {
        const { unmount } = render(<HistoryWriter from={from} />);
        await pass(0);
        unmount();
      };
      const here = window.location.href;

      await clickLink('Slow', { request: '/slow?x=1' });
      // In the meantime the application keeps a scroll position in its entry.
      await rewrite(here);
      expect(status()).toBe('loading');
      await rewrite('/another');
      expect(status()).toBe('idle');

      answer = Promise.resolve({} as Response);
      await clickLink('Slow', { request: '/slow?x=1' });
      await rewrite(here);
      expect(status()).toBe('idle');
      // React: useInsertionEffect must not schedule updates.
      expect(errors.mock.calls).toEqual([]);
      Reflect.deleteProperty(window, 'navigation');
    });

    it('gives everything back when it goes', async () => {
      const original = window.fetch;
      const { unmount } = await renderApp();
      expect(window.fetch).not.toBe(original);
      await clickLink('Slow', { request: '/slow?x=1' });
      unmount();
      expect(window.fetch).toBe(original);
      await pass(10_000);
      expect(loads).toEqual([]);
    });
  });

  describe('with numbers of its own', () => {
    it('is slow, and gives a document up, when they say so', async () => {
      await renderApp(undefined, { slowMs: 50, documentTimeoutMs: 70 });
      await clickLink('Slow', { request: '/slow?x=1' });
      await pass(49);
      expect(status()).toBe('loading');
      await pass(1);
      expect(status()).toBe('slow');
      await pass(3_750 + 69);
      expect(status()).toBe('slow');
      await pass(1);
      expect(status()).toBe('failed');
    });

    it("47 continues a navigation that failed offline within `reconnectSpreadMs` of the network's return", async () => {
      const random = jest.spyOn(Math, 'random').mockReturnValue(0.999);
      await renderApp(undefined, { reconnectSpreadMs: 10 });
      const network = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
      act(() => void window.dispatchEvent(new Event('offline')));
      await clickLink('Slow', { request: '/slow?x=1' });
      await pass(3_800);
      expect([status(), loads]).toEqual(['failed', []]);
      network.mockRestore();
      act(() => void window.dispatchEvent(new Event('online')));
      await pass(10);
      expect(status()).toBe('loading');
      random.mockRestore();
    });

    it('gives a probe as long as it is told', async () => {
      function Connection(): ReactNode {
        return <p title="connection">{useConnectivity().online ? 'online' : 'offline'}</p>;
      }
      await renderApp(<Connection />, { probeUrl: '/probe', probeTimeoutMs: 50 });
      act(() => void window.dispatchEvent(new Event('online')));
      await pass(49);
      expect(screen.getByTitle('connection').textContent).toBe('online');
      await pass(1);
      expect(screen.getByTitle('connection').textContent).toBe('offline');
    });

    it('leads to other sites where they are allowed', async () => {
      function Leave(): ReactNode {
        const navigate = useNavigate();
        return <button title="leave" onClick={() => navigate('https://accounts.example/sign-in')} />;
      }
      const { soft } = await renderApp(<Leave />, { allowedOrigins: ['https://accounts.example'] });
      act(() => screen.getByTitle('leave').click());
      expect(loads).toEqual(['assign https://accounts.example/sign-in']);
      expect(soft).toEqual([]);
    });
  });

  describe('prefetches', () => {
    const intents = (
      <>
        <a href="/pointed" data-prefetch="intent">
          Pointed
        </a>
        <a href="/silent">Silent</a>
        <a href="/never" data-prefetch="off">
          Never
        </a>
        <a href="https://other.example/" data-prefetch="intent">
          Other
        </a>
      </>
    );
    async function restOn(link: HTMLElement): Promise<void> {
      act(() => link.focus());
      await pass(200);
    }

    it('what the visitor means to visit, of the links that ask for it', async () => {
      const { soft } = await renderApp(intents);
      for (const name of ['Pointed', 'Silent', 'Never', 'Other'])
        await restOn(screen.getByRole('link', { name }));
      expect(soft).toEqual(['prefetch http://localhost/pointed']);
    });

    it('nothing any more when it has gone', async () => {
      const { soft, unmount } = await renderApp(intents);
      const link = screen.getByRole('link', { name: 'Pointed' });
      unmount();
      document.body.append(link);
      await restOn(link);
      link.remove();
      expect(soft).toEqual([]);
    });
  });

  describe('on newer deployments', () => {
    function Update(): ReactNode {
      const { available, to, reload } = useUpdateAvailable();
      return available && <button title="update" onClick={() => reload()}>{`Update to ${to ?? ''}`}</button>;
    }
    const answer = (init: ResponseInit, body: string | null = null) => {
      window.fetch = () => Promise.resolve(new Response(body, init));
    };
    const NEWER = { headers: { 'x-nextjs-deployment-id': 'd2' } };
    const prefetchOfNext = () =>
      act(() => window.fetch('/other', { headers: { 'next-router-prefetch': '1' } }));
    const title = (): string | undefined => screen.queryByTitle('update')?.textContent;

    it("42 notices the header of Next's own answers, and loads the newer one when asked to", async () => {
      answer(NEWER);
      const events: RouterEvent[] = [];
      await renderApp(<Update />, { deploymentId: 'd1', onEvent: (event) => events.push(event) });
      await prefetchOfNext();
      expect(title()).toBe('Update to d2');
      expect(events).toEqual([{ type: 'skew-found', source: 'header', from: 'd1', to: 'd2' }]);
      act(() => screen.getByTitle('update').click());
      expect(loads).toEqual(['reload']);
    });

    it('tells that the newer one has come, in its first document', async () => {
      answer(NEWER);
      const { unmount } = await renderApp(<Update />, { deploymentId: 'd1' });
      await prefetchOfNext();
      act(() => screen.getByTitle('update').click());
      unmount();
      const events: RouterEvent[] = [];
      await renderApp(undefined, { deploymentId: 'd2', onEvent: (event) => events.push(event) });
      expect(events).toEqual([{ type: 'skew-recovered', source: 'header', from: 'd1', to: 'd2' }]);
    });

    it.each([
      ["other requests' answers", { deploymentId: 'd1' }, {}],
      ['answers where the application names no deployment', {}, { 'next-router-prefetch': '1' }],
    ])('does not look at %s', async (_what, props, headers) => {
      answer(NEWER);
      await renderApp(<Update />, props);
      await act(() => window.fetch('/other', { headers }));
      expect(title()).toBeUndefined();
    });

    it.each([
      ['a server action that is no longer known', 'Failed to find Server Action "x".', 'server-action'],
      ['a chunk that is gone', 'Failed to load chunk /a.js', 'missing-chunk'],
    ])('asks the version file after %s', async (_what, message, source) => {
      answer({ headers: { 'content-type': 'application/json' } }, '{"version":"2"}');
      const events: RouterEvent[] = [];
      await renderApp(<Update />, {
        versionUrl: '/version.json',
        versionPollMs: 0,
        onEvent: (event) => events.push(event),
      });
      await act(async () => {
        window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error(message) }));
      });
      await pass(0);
      expect(title()).toBe('Update to 2');
      expect(events).toMatchObject([{ type: 'skew-found', source, to: '2' }]);
    });

    it('polls the version file where told to', async () => {
      answer({ headers: { 'content-type': 'application/json' } }, '{"version":"2"}');
      await renderApp(<Update />, { versionUrl: '/version.json', versionPollMs: 1_000 });
      await pass(1_300);
      expect(title()).toBe('Update to 2');
    });
  });

  describe('on the network', () => {
    function Connection(): ReactNode {
      return <p title="connection">{useConnectivity().online ? 'online' : 'offline'}</p>;
    }
    const connection = (): string | null => screen.getByTitle('connection').textContent;

    it('tells when it goes and comes back', async () => {
      const events: RouterEvent[] = [];
      await renderApp(<Connection />, { onEvent: (event) => events.push(event) });
      expect(connection()).toBe('online');
      const network = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
      act(() => void window.dispatchEvent(new Event('offline')));
      expect(connection()).toBe('offline');
      network.mockRestore();
      act(() => void window.dispatchEvent(new Event('online')));
      expect(connection()).toBe('online');
      expect(events).toEqual([
        { type: 'connectivity', online: false },
        { type: 'connectivity', online: true },
      ]);
    });

    it('asks the probe about a navigation that is slow, and says at once that there is none', async () => {
      await renderApp(<Connection />, { probeUrl: '/probe' });
      await clickLink('Slow', { request: '/slow?x=1' });
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
      await pass(999);
      expect(status()).toBe('loading');
      await pass(1);
      expect([status(), connection(), loads]).toEqual(['failed', 'offline', []]);
    });

    describe('with a click while there is none', () => {
      function Offline(): ReactNode {
        const offline = useOfflineNavigation();
        return (
          offline && (
            <>
              <p title="target">{offline.target}</p>
              <p title="kind">{offline.isAction ? 'action' : 'navigation'}</p>
              <button onClick={offline.back}>Back</button>
              <button onClick={offline.retry}>Try again</button>
            </>
          )
        );
      }

      /** Clicks, and records the requests that pass. */
      async function clickOffline(requests: string[] = []): Promise<() => void> {
        window.fetch = (input) => {
          requests.push(input as string);
          return new Promise(() => undefined);
        };
        await renderApp(<Offline />);
        const network = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
        await clickLink('Slow', { request: '/slow?x=1' });
        await pass(0);
        return () => network.mockRestore();
      }

      it('says so at once, and sends the request when the network is back', async () => {
        const requests: string[] = [];
        const plug = await clickOffline(requests);
        expect(screen.getByTitle('target').textContent).toBe('http://localhost/slow?x=1');
        expect([requests, loads]).toEqual([[], []]);
        plug();
        act(() => void window.dispatchEvent(new Event('online')));
        await pass(1_000);
        expect(requests[0]).toBe('/slow?x=1');
      });

      it('can be called off, and then does not go on', async () => {
        const requests: string[] = [];
        const plug = await clickOffline(requests);
        act(() => screen.getByRole('button', { name: 'Back' }).click());
        expect(status()).toBe('idle');
        expect(screen.queryByTitle('target')).toBeNull();
        plug();
        act(() => void window.dispatchEvent(new Event('online')));
        await pass(5_000);
        expect([requests, loads]).toEqual([[], []]);
      });

      it('asks the server at the visitor’s wish', async () => {
        const requests: string[] = [];
        const plug = await clickOffline(requests);
        plug();
        act(() => screen.getByRole('button', { name: 'Try again' }).click());
        await pass(0);
        expect(requests).toEqual(['/_next/static/probe']);
      });

      it('holds a Server Action of the visitor, too, until the network is back or the visitor gives it up', async () => {
        const requests: string[] = [];
        window.fetch = (input) => {
          requests.push(input as string);
          return Promise.resolve(new Response(null, { headers: { 'content-type': 'text/x-component' } }));
        };
        await renderApp(<Offline />);
        const network = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
        act(() => void window.dispatchEvent(new Event('offline')));
        const send = (): Promise<unknown> => {
          fireEvent.click(screen.getByTitle('path'));
          return window
            .fetch('/home', { method: 'POST', headers: { 'next-action': 'id' } })
            .then(({ status }) => status, String);
        };
        const shown = () => ['target', 'kind'].map((title) => screen.queryByTitle(title)?.textContent);

        const given = send();
        await pass(0);
        expect(shown()).toEqual(['http://localhost/home', 'action']);
        act(() => screen.getByRole('button', { name: 'Back' }).click());
        await pass(0);
        expect(await given).toBe('TypeError: Failed to fetch');
        const held = send();
        await pass(0);
        expect([shown(), requests]).toEqual([['http://localhost/home', 'action'], []]);
        network.mockRestore();
        act(() => void window.dispatchEvent(new Event('online')));
        await pass(1_000);
        expect([await held, requests]).toEqual([200, ['/home']]);
        expect(shown()).toEqual([undefined, undefined]);
      });

      it('is told of below a bridge only', () => {
        render(<Offline />);
        expect(screen.queryByTitle('target')).toBeNull();
      });
    });

    it.each([
      { what: 'fails', reason: new TypeError('Failed to fetch'), expected: 'offline' },
      { what: 'is called off', reason: new DOMException('Aborted', 'AbortError'), expected: 'online' },
    ])(
      'after a request of Next that $what it is $expected, as the probe says',
      async ({ reason, expected }) => {
        window.fetch = () => Promise.reject(reason);
        await renderApp(<Connection />, { probeUrl: '/probe' });
        await act(async () => {
          await expect(window.fetch('/other', { headers: { 'next-router-prefetch': '1' } })).rejects.toBe(
            reason,
          );
        });
        await pass(0);
        expect(connection()).toBe(expected);
      },
    );
  });

  describe('on unsaved input', () => {
    const form = <input title="field" />;
    const type = (): void =>
      act(
        () =>
          void screen
            .getByTitle('field')
            .dispatchEvent(new InputEvent('input', { bubbles: true, composed: true })),
      );

    it('loads no document over it where told to guard it, and says why', async () => {
      const events: RouterEvent[] = [];
      await renderApp(form, { guardUnsavedInput: true, onEvent: (event) => events.push(event) });
      type();
      await clickLink('Slow', { request: '/slow?x=1' });
      await pass(3_800);
      expect(loads).toEqual([]);
      expect(status()).toBe('failed');
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'hard-navigation', refusal: 'unsaved-input' }),
      );
    });

    it('forgets it with the page that it was typed on', async () => {
      const { commit } = await renderApp(form, { guardUnsavedInput: true });
      type();
      commit('/next');
      await clickLink('Slow', { request: '/slow?x=1' });
      await pass(3_800);
      expect(loads).toHaveLength(1);
    });

    it('loads over it by default', async () => {
      await renderApp(form);
      type();
      await clickLink('Slow', { request: '/slow?x=1' });
      await pass(3_800);
      expect(loads).toHaveLength(1);
    });
  });

  describe('keeps what is typed over a load of the same page', () => {
    function Order(): ReactNode {
      const unsent = useUnsentAction();
      const [name, setName] = useState('');
      return (
        <form id="order" onSubmit={(event) => event.preventDefault()}>
          <input title="field" name="name" value={name} onChange={(event) => setName(event.target.value)} />
          <p title="name">{name}</p>
          {unsent && (
            <p title="unsent">
              <button type="button" title="dismiss" onClick={unsent.dismiss} />
            </p>
          )}
        </form>
      );
    }
    const name = (): string | null => screen.getByTitle('name').textContent;
    const type = (value: string) =>
      act(async () => {
        fireEvent.input(screen.getByTitle('field'), { target: { value } });
        await jest.advanceTimersByTimeAsync(0);
      });
    const UNKNOWN = { status: 409, headers: { 'x-nextjs-action-not-found': '1' } };
    const send = () =>
      act(async () => {
        fireEvent.submit(screen.getByTitle('field'));
        void window.fetch('/home', { method: 'POST', headers: { 'next-action': 'id' } });
        await jest.advanceTimersByTimeAsync(0);
      });
    const navigation = new EventTarget();
    beforeEach(() => void Object.assign(window, { navigation }));
    afterEach(() => void Reflect.deleteProperty(window, 'navigation'));
    /** Leaves the document, and opens the page again. */
    async function openAgain(unmount: () => void, props?: Partial<NextRouterBridgeProps>) {
      const destination = { sameDocument: false, url: window.location.href };
      navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination }));
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      unmount();
      return renderApp(<Order />, props);
    }

    it('if the server does not know an action: it loads the page once, and says that the form was not sent', async () => {
      window.fetch = () => Promise.resolve(new Response(null, UNKNOWN));
      const { unmount } = await renderApp(<Order />);
      await type('Ada');
      await send();
      expect(loads).toEqual(['reload']);
      const { commit } = await openAgain(unmount, { buildId: '2' });
      expect(name()).toBe('Ada');
      expect(screen.getByTitle('unsent')).toBeTruthy();
      act(() => screen.getByTitle('dismiss').click());
      expect(screen.queryByTitle('unsent')).toBeNull();
      commit('/next');
    });

    it('on servers of two builds, each of which does not know the other’s action: it loads no page twice', async () => {
      window.fetch = () => Promise.resolve(new Response(null, UNKNOWN));
      let page = await renderApp(<Order />);
      for (const buildId of ['2', '1', '2', '1']) {
        await type('Ada');
        await send();
        // Next shows the screen of an error then, whose link loads the page.
        page = await openAgain(page.unmount, { buildId });
        expect([name(), screen.queryByTitle('unsent') !== null]).toEqual(['Ada', true]);
      }
      expect(loads).toEqual(['reload', 'reload']);
    });

    it('and forgets that with the next page', async () => {
      window.fetch = () => Promise.resolve(new Response(null, UNKNOWN));
      const { unmount } = await renderApp(<Order />);
      await send();
      const { commit } = await openAgain(unmount);
      expect(screen.getByTitle('unsent')).toBeTruthy();
      act(() => commit('/next'));
      expect(screen.queryByTitle('unsent')).toBeNull();
    });

    it('if the router gets data of another build for it, and loads it', async () => {
      window.fetch = () => Promise.resolve(new Response(null));
      const { unmount } = await renderApp(<Order />);
      await type('Ada');
      await act(() => window.fetch('/home?_rsc=a', { headers: { rsc: '1' } }));
      await openAgain(unmount);
      expect(name()).toBe('Ada');
    });

    it('control: not if the page is left after data of another page', async () => {
      window.fetch = () => Promise.resolve(new Response(null));
      const { unmount } = await renderApp(<Order />);
      await type('Ada');
      await act(() => window.fetch('/other?_rsc=a', { headers: { rsc: '1' } }));
      await openAgain(unmount);
      expect(name()).toBe('');
    });

    it('if a missing chunk replaces it with an error screen, or `reloadOnce` loads it', async () => {
      const { unmount } = await renderApp(<Order />);
      await type('Ada');
      act(() => {
        const reason = new Error('Failed to load chunk /a.js');
        window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
        screen.getByTitle('field').remove();
      });
      const view = window as { [RELOAD_KEY]?: (() => true) | undefined };
      const reload = jest.fn(() => true as const);
      unmount();
      view[RELOAD_KEY] = reload;
      const next = await openAgain(unmount);
      await type('Ada');
      expect(reloadOnce()).toBe(true);
      expect(view[RELOAD_KEY]).not.toBe(reload);
      await openAgain(next.unmount);
      expect(name()).toBe('Ada');
      view[RELOAD_KEY] = undefined;
    });
  });

  describe('RouteErrorRecovery', () => {
    const LOST_CHUNK = new Error('Failed to load chunk /_next/static/chunks/a.js');
    const screenFor = (error: unknown): ReactNode => (
      <RouteErrorRecovery error={error} recovering={<p>One moment</p>}>
        <h1>Something went wrong</h1>
      </RouteErrorRecovery>
    );

    it('S14 reloads the page for a missing chunk, and shows the screen when it is missing again', async () => {
      const { unmount } = await renderApp(screenFor(LOST_CHUNK));
      expect(loads).toEqual(['reload']);
      expect(screen.getByText('One moment')).toBeTruthy();
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      unmount();

      await renderApp(screenFor(LOST_CHUNK));
      expect(loads).toEqual(['reload']);
      expect(screen.getByRole('heading')).toBeTruthy();
    });

    it('S14 does so with blocked storage too, by the name of the tab', async () => {
      const blocked = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new Error('SecurityError');
      });
      window.name = 'own name';
      const { unmount } = await renderApp(screenFor(LOST_CHUNK));
      expect(loads).toEqual(['reload']);
      expect(window.name).toMatch(/^own name adit-reload=[0-9a-z]+$/);
      unmount();

      await renderApp(screenFor(LOST_CHUNK));
      expect(loads).toEqual(['reload']);
      expect(screen.getByRole('heading')).toBeTruthy();
      blocked.mockRestore();
      window.name = '';
    });

    it('shows the screen when the document comes back from the back/forward cache, but not when it is shown at first', async () => {
      await renderApp(screenFor(LOST_CHUNK));
      act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow')));
      expect(screen.getByText('One moment')).toBeTruthy();
      act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      expect(screen.getByRole('heading')).toBeTruthy();
    });

    it.each(['', null])('S14 shows and recovers also without a name for the build: %j', (buildId) => {
      const outside = (
        <RouteErrorRecovery error={LOST_CHUNK} buildId={buildId as string}>
          <h1>Something went wrong</h1>
        </RouteErrorRecovery>
      );
      const { unmount } = render(outside);
      unmount();
      render(outside);
      expect(loads).toEqual(['reload']);
      expect(screen.getByRole('heading')).toBeTruthy();
    });

    it('S14 works without the bridge, as in a global error screen, also in strict mode', () => {
      const outside = (
        <RouteErrorRecovery error={LOST_CHUNK} buildId="1">
          <h1>Something went wrong</h1>
        </RouteErrorRecovery>
      );
      const { container, unmount } = render(outside, { wrapper: StrictMode });
      expect(loads).toEqual(['reload']);
      expect(container.textContent).toBe('');
      unmount();
      render(outside);
      expect(loads).toEqual(['reload']);
      expect(screen.getByRole('heading')).toBeTruthy();
    });
  });
});

describe('LateRouterBridge', () => {
  it('renders what is late after the children, once the bridge is loaded', async () => {
    const load = async () => ({ routerBridge, after: <p>Late</p> });
    Bridge = (props) => <LateRouterBridge {...props} load={load} />;
    await renderApp();
    expect(screen.getByText('Late')).toBeTruthy();
  });

  it('loads the bridge again with the next navigation if it cannot be loaded', async () => {
    let isGone = true;
    const load = async () => {
      if (isGone) throw new Error('Loading chunk 7 failed.');
      return { routerBridge, after: <p>Late</p> };
    };
    Bridge = (props) => <LateRouterBridge {...props} load={load} />;
    await renderApp();
    expect(screen.queryByText('Late')).toBeNull();
    isGone = false;
    act(() => onRouterTransitionStart('/slow', 'push'));
    await pass(0);
    expect(screen.getByText('Late')).toBeTruthy();
  });
});
