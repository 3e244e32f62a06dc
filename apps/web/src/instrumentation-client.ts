import { governPrefetches } from '@adit/router/browser';
import { onRouterTransitionStart as startRouteDeadline, type TransitionType } from '@adit/router/next';
import { monitoring } from './monitoring/client';

governPrefetches();

export function onRouterTransitionStart(href: string, type: TransitionType): void {
  startRouteDeadline(href, type);
  monitoring.onRouterTransitionStart(href, type);
}
