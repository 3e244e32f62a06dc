import { NotFoundScreen } from '@adit/fallback-ui';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root';
import { settings } from './monitoring/on.server';
import { Navigation } from './navigation';
import { RootError } from './root-error';

export const loader = () => settings;
export const shouldRevalidate = () => false;

export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" data-monitoring={useRouteLoaderData<typeof loader>('root')}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <Navigation>
      <Outlet />
    </Navigation>
  );
}

/** Only in the browser: the server answers errors with documents, see entry.server.tsx. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <NotFoundScreen siteName="Shop" />
  ) : (
    <RootError error={error} />
  );
}
