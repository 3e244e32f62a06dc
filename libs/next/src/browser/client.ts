import { holdPrefetches } from '@adit/router/hold';
import { onRouterTransitionStart as startDeadline, type TransitionType } from '@adit/router/next';
import { adit } from '../adit-config.ts';
import { monitoring } from './monitoring.ts';

if (adit.router !== false) {
  const { onEvent, prefetch } = adit.router ?? {};
  // Without options, the governor is seldom loaded.
  if (prefetch !== false) holdPrefetches((prefetch ?? onEvent) && { ...prefetch, onEvent });
}

/** Next calls it when a navigation starts: the router sets a deadline, the SDK records a span. */
export function onRouterTransitionStart(href: string, type: TransitionType): void {
  if (adit.router !== false) startDeadline(href, type);
  monitoring.onRouterTransitionStart(href, type);
}
