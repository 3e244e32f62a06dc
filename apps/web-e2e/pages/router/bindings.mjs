import * as React from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { createHardNavigator, createNavigator, createReloadBreaker } from '@adit/router';
import { createBrowserPlatform } from '@adit/router/browser';
import {
  NavigationProgress,
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
    // The monitor listens for the life of the page.
    subscribe(listener) {
      for (const type of ['online', 'offline']) addEventListener(type, listener);
      return () => undefined;
    },
  },
});

/** A minimal client router: a route takes some time, then its address is in the history. */
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
  // Hanging requests hang without end, because these tests are not about the deadline.
  routeLoadTimeoutMs: 600_000,
});

function Links() {
  const follow = (history) => (event) => {
    event.preventDefault();
    router[history](event.currentTarget.href);
  };
  return h(
    'nav',
    null,
    h('a', { href: '/a', onClick: follow('push') }, 'Plain'),
    h('a', { href: '/replaced', onClick: follow('replace') }, 'Replace'),
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
      { navigator: router, connectivity, skew, hard },
      // Placed as an application would place it in the flow; the control of the layout-shift test inserts its own bar
      // here.
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

// The server's part, done here: its HTML is the site's first page.
window.html = renderToString(h(App));
const root = document.querySelector('#root');
if (root.innerHTML === '') root.innerHTML = window.html;
hydrateRoot(root, h(App), { onRecoverableError: (error) => reportError(error) });
