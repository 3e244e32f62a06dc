import * as React from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { createHardNavigator, createNavigator, createReloadBreaker } from '@adit/router';
import { createBrowserPlatform } from '@adit/router/browser';
import {
  NavigationProgress,
  PrefetchLink,
  RouterProvider,
  useConnectivity,
  useNavigate,
  useNavigationState,
  useUpdateAvailable,
} from '@adit/router/react';
import { createConnectivityMonitor, createSkewMonitor } from '@adit/router/monitors';

const { createElement: h, Fragment, StrictMode } = React;
const query = new URLSearchParams(location.search);
document.documentElement.dir = query.get('dir') ?? 'ltr';
document.documentElement.style.colorScheme = 'light dark';

const { clock, fetch, isOnline, location: place, storage } = createBrowserPlatform();
const breaker = createReloadBreaker({ buildId: 'v1', storage, location: place });
const hard = createHardNavigator({ location: place, breaker, isOnline });
const skew = createSkewMonitor({ buildId: 'v1', fetch, clock });
const connectivity = createConnectivityMonitor({
  clock,
  network: {
    read: isOnline,
    // The monitor listens for as long as the page is there.
    subscribe(listener) {
      for (const type of ['online', 'offline']) addEventListener(type, listener);
      return () => undefined;
    },
  },
});

/** A client router as small as can be: a route takes its time, and then its address is in the history. */
const route = { takesMs: 0 };
const go = (history) => (href) =>
  setTimeout(() => {
    window.history[`${history}State`](null, '', href);
    router.commit(location.href);
  }, route.takesMs);
const router = createNavigator({
  soft: { push: go('push'), replace: go('replace') },
  hard,
  location: place,
  clock,
  isOnline,
  // What hangs here hangs for good: the deadline is not what these tests are about.
  routeLoadTimeoutMs: 600_000,
});

const LINKS = [
  ['Home', { href: '/' }],
  ['Plain', { href: '/a' }],
  ['Replace', { href: '/replaced', history: 'replace' }],
  ['Same', { href: '/same' }],
  ['New tab', { href: '/tab', target: '_blank' }],
  ['Download', { href: '/report.txt', download: '' }],
  ['Held back', { href: '/held', onClick: (event) => event.preventDefault() }],
  ['Elsewhere', { href: 'http://127.0.0.1:9/' }],
  [
    'Quiet',
    { href: '/off', prefetch: 'off', className: 'quiet', ref: (link) => void (window.quietLink = link) },
  ],
];

if (query.has('throws'))
  LINKS.push([
    'Throws',
    {
      href: '/thrown',
      onClick: () => {
        throw new Error('of the application');
      },
    },
  ]);

function Links() {
  const many = Array.from({ length: Number(query.get('links') ?? 0) }, (_, index) => `/many/${index}`);
  return h(
    'nav',
    null,
    LINKS.map(([text, props]) => h(PrefetchLink, { key: text, ...props }, text)),
    h(
      PrefetchLink,
      { href: '/drawn', 'aria-label': 'Drawn' },
      h('svg', { width: 20, height: 20 }, h('rect', { id: 'drawing', width: 20, height: 20 })),
    ),
    many.map((href) => h(PrefetchLink, { key: href, href, prefetch: 'viewport' }, href)),
  );
}

function State() {
  window.navigateTo = useNavigate();
  const { status } = useNavigationState();
  const { online } = useConnectivity();
  const { available, to, reload } = useUpdateAvailable();
  return h(
    Fragment,
    null,
    h('p', { id: 'navigation' }, status),
    h('p', { id: 'connectivity' }, online ? 'online' : 'offline'),
    available && h('button', { onClick: () => (window.reloaded = reload()) }, `Update to ${to}`),
  );
}

function App() {
  return h(
    StrictMode,
    null,
    h(
      RouterProvider,
      { navigator: router, connectivity, skew, hard, address: location.pathname },
      // As an application would place it in the flow; the control of the layout-shift test puts a bar of its own here.
      h('div', { id: 'top' }),
      h(NavigationProgress),
      h(Links),
      h(State),
      h('main', null, 'A page that stays where it is.'),
    ),
  );
}

connectivity.start();
Object.assign(window, { route, router, skew });

// The server's part, done here: its HTML is what the site serves on its first page.
window.html = renderToString(h(App));
const root = document.querySelector('#root');
if (root.innerHTML === '') root.innerHTML = window.html;
hydrateRoot(root, h(App), { onRecoverableError: (error) => reportError(error) });
