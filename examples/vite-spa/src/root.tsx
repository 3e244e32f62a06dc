import { NavigationProgress, RouterProvider } from '@adit/router/react';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { hard, navigator, page } from './navigation';

export function Root() {
  const { key } = useLocation();
  useEffect(() => page.shown(location.href), [key]);
  return (
    <RouterProvider navigator={navigator} hard={hard}>
      <Outlet />
      <NavigationProgress />
    </RouterProvider>
  );
}
