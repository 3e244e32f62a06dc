import { createHardNavigator, createNavigator, createReloadBreaker } from '@adit/router';
import { createBrowserPlatform, createPageLife } from '@adit/router/browser';
import { NavigationProgress, RouterProvider } from '@adit/router/react';
import { useEffect, useLayoutEffect, type PropsWithChildren } from 'react';
import { createPath, useLocation, useNavigate, useNavigation, type NavigateFunction } from 'react-router';

let navigate: NavigateFunction | undefined;
const go = (href: string, replace: boolean) => {
  const { pathname, search, hash } = new URL(href, location.href);
  void navigate?.({ pathname, search, hash }, { replace });
};
const soft = { push: (href: string) => go(href, false), replace: (href: string) => go(href, true) };

const { clock, isOnline, location: place, storage } = createBrowserPlatform();
const breaker = createReloadBreaker({ buildId: __RELEASE__, storage, location: place });
export const hard = createHardNavigator({ location: place, breaker, isOnline });
const navigator = createNavigator({ soft, hard, location: place, clock, isOnline });
export const page = createPageLife({ navigator, breaker, storage });
// The server renders the same tree.
if (!import.meta.env.SSR) page.start();

/** Gives every navigation a deadline, including those of links, and reports each page that is shown. */
export function Navigation({ children }: PropsWithChildren) {
  const current = useNavigate();
  const { key } = useLocation();
  const { state, location: to } = useNavigation();
  // An ordinary effect runs after the commit, often after a paint. A navigation started by a click in between would be
  // lost.
  useLayoutEffect(() => {
    navigate = current;
  }, [current]);
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
