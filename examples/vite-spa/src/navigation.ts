import { createHardNavigator, createNavigator, createReloadBreaker } from '@adit/router';
import { createBrowserPlatform, createPageLife } from '@adit/router/browser';
import { createBrowserRouter } from 'react-router';
import { config } from './monitoring/config';
import { routes } from './routes';

export const router = createBrowserRouter(routes);
const go = (href: string, replace: boolean) => {
  const { pathname, search, hash } = new URL(href, location.href);
  void router.navigate({ pathname, search, hash }, { replace });
};
const soft = { push: (href: string) => go(href, false), replace: (href: string) => go(href, true) };

const { clock, isOnline, location: place, storage } = createBrowserPlatform();
const breaker = createReloadBreaker({ buildId: config.release, storage, location: place });
export const hard = createHardNavigator({ location: place, breaker, isOnline });
export const navigator = createNavigator({ soft, hard, location: place, clock, isOnline });
export const page = createPageLife({ navigator, breaker, storage });
page.start();

router.subscribe(({ navigation: { state, location: to } }) => {
  if (state !== 'loading') return;
  navigator.began(new URL(router.createHref(to), location.href).href, { history: 'push' });
});
