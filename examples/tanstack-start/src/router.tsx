import { withAdit } from '@adit/kits/tanstack-start';
import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen';

export function getRouter() {
  return withAdit(createRouter({ routeTree, scrollRestoration: true }));
}
