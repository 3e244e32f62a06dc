import { recoverMissingScripts } from '@adit/router/browser';
import { governPrefetches } from '@adit/router/governor';
import { onRouterTransitionStart as startDeadline, type TransitionType } from '@adit/router/next';
import { adit } from '../adit-config.ts';
import { BUILD_ID } from '../built-values.ts';
import { preloadScreens } from '../screens/load-screens.ts';
import { monitoring } from '../browser/monitoring.ts';

if (adit.router !== false) {
  const { onEvent, prefetch } = adit.router ?? {};
  // Before Next looks for its scripts.
  recoverMissingScripts({ buildId: BUILD_ID, onEvent });
  if (prefetch !== false) governPrefetches({ ...prefetch, onEvent });
}

/** Next calls it when a navigation starts: the router sets a deadline, the SDK records a span. */
export function onRouterTransitionStart(href: string, type: TransitionType): void {
  if (adit.router !== false) startDeadline(href, type);
  monitoring.onRouterTransitionStart(href, type);
}

// Before the network can fail.
preloadScreens();
