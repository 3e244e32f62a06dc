import { NotFoundScreen } from '@adit/fallback-ui';
import { createRouter } from '@tanstack/react-router';
import { watchNavigations } from './navigation';
import { RootError } from './root-error';
import { routeTree } from './routeTree.gen';

export function getRouter() {
  const router = createRouter({
    routeTree,
    scrollRestoration: true,
    // Only in the browser: the server answers errors with documents, see server.ts.
    defaultErrorComponent: RootError,
    defaultNotFoundComponent: () => <NotFoundScreen siteName="Shop" />,
  });
  if (!import.meta.env.SSR) watchNavigations(router);
  return router;
}
