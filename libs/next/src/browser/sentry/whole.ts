// Named imports keep unused code out of the chunk.
import {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
  type BrowserOptions,
} from '@sentry/nextjs';
import type { BrowserOptionsHooks } from '@adit/monitoring-config/browser';
import type { StartSdkOptions } from '@adit/monitoring-client/sdk';

/** The functions of Sentry's SDK that are used. */
export type Sentry = BrowserOptionsHooks['sdk'] &
  StartSdkOptions<BrowserOptions>['sdk'] & { readonly makeFetchTransport: typeof makeFetchTransport };

/** Sentry's SDK as it starts itself: every version can do this. */
export const sentry: Sentry = {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
};
