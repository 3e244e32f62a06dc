import { NavigationProgress, RouterProvider } from '@adit/router/react';
import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { ReactNode } from 'react';
import { settings } from '../monitoring/on.server';
import { hard, navigator } from '../navigation';

const readSettings = createIsomorphicFn()
  .server(() => settings)
  .client(() => document.documentElement.dataset['monitoring']);

export const Route = createRootRoute({
  head: () => ({
    meta: [{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width' }, { title: 'Shop' }],
    links: [{ rel: 'icon', href: 'data:,' }],
  }),
  shellComponent: Shell,
  component: Root,
});

function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" data-monitoring={readSettings()}>
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

function Root() {
  return (
    <RouterProvider navigator={navigator} hard={hard}>
      <Outlet />
      <NavigationProgress />
    </RouterProvider>
  );
}
