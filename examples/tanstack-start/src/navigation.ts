import { createHardNavigator, createNavigator, createReloadBreaker } from '@adit/router';
import { createBrowserPlatform, createPageLife } from '@adit/router/browser';
import type { AnyRouter } from '@tanstack/react-router';

let router: AnyRouter | undefined;
const toPath = (href: string) => href.slice(new URL(href).origin.length);
const soft = {
  push: (href: string) => router?.history.push(toPath(href)),
  replace: (href: string) => router?.history.replace(toPath(href)),
};

const { clock, isOnline, location: place, storage } = createBrowserPlatform();
const breaker = createReloadBreaker({ buildId: __RELEASE__, storage, location: place });
export const hard = createHardNavigator({ location: place, breaker, isOnline });
export const navigator = createNavigator({ soft, hard, location: place, clock, isOnline });
export const page = createPageLife({ navigator, breaker, storage });

/** Gives every navigation of the router a deadline, including those of links, and reports each page that is shown. */
export function watchNavigations(watched: AnyRouter): void {
  router = watched;
  page.start();
  router.subscribe('onBeforeLoad', ({ toLocation, hrefChanged }) => {
    if (hrefChanged) navigator.began(new URL(toLocation.href, location.href).href, { history: 'push' });
  });
  router.subscribe('onRendered', () => page.shown(location.href));
}
