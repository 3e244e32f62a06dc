import { createHardNavigator, createNavigator, createReloadBreaker, type SoftRouter } from '@adit/router';
import { createBrowserPlatform, createPageLife } from '@adit/router/browser';
import { BUILD_ID } from '../built.ts';

/** Creates the navigator of a page, which gives the navigations of the framework's router (`soft`) a deadline. */
export function createNavigation(soft: SoftRouter) {
  const { clock, isOnline, location: place, storage } = createBrowserPlatform();
  const breaker = createReloadBreaker({ buildId: BUILD_ID, storage, location: place });
  const hard = createHardNavigator({ location: place, breaker, isOnline });
  const navigator = createNavigator({ soft, hard, location: place, clock, isOnline });
  return { navigator, hard, page: createPageLife({ navigator, breaker, storage }) };
}

/** The navigation of a page. */
export type Navigation = ReturnType<typeof createNavigation>;
