'use client';

// In a file of its own: pages need only the provider in their first load.
import { useContext } from 'react';
import { RouterContext, type RouterBindings } from './router-context.tsx';

/**
 * The objects passed to the provider above.
 *
 * @throws Error if no provider is above
 */
export function useRouterBindings(): RouterBindings {
  const bindings = useContext(RouterContext);
  if (bindings === undefined) throw new Error('No RouterProvider (or NextRouterBridge) above this component');
  return bindings;
}
