import { NavigationProgress, RouterProvider } from '@adit/router/react';
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { createPath, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { hard, navigateBy, navigator, page } from './navigation.ts';

/**
 * The root of a React Router application: gives every navigation a deadline, including those of links, and shows the
 * progress of a slow one. Export it as the default of `root.tsx`, or render it around your own root.
 */
export function AditRoot({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { state, location: to } = useNavigation();
  // An ordinary effect runs after the commit, often after a paint. A navigation started by a click in between would be
  // lost.
  useLayoutEffect(() => navigateBy(navigate), [navigate]);
  useEffect(() => page.shown(location.href), [key]);
  useLayoutEffect(() => {
    if (state !== 'loading') return;
    navigator.began(new URL(createPath(to), location.href).href, { history: 'push' });
  }, [state, to]);
  return (
    <RouterProvider navigator={navigator} hard={hard}>
      {children}
      <NavigationProgress />
    </RouterProvider>
  );
}
