import type { RouteObject } from 'react-router';
import { Home } from './pages/home';
import { Root } from './root';
import { RootError } from './root-error';

export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Root,
    ErrorBoundary: RootError,
    children: [
      { index: true, Component: Home },
      { path: 'orders', lazy: async () => ({ Component: (await import('./pages/orders')).Orders }) },
      { path: 'render-error', lazy: async () => ({ Component: (await import('./pages/broken')).Broken }) },
      { path: '*', lazy: async () => ({ Component: (await import('./pages/not-found')).NotFound }) },
    ],
  },
];
