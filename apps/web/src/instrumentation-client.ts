import * as Sentry from '@sentry/nextjs';
import { governPrefetches } from '@adit/router/browser';
import { onRouterTransitionStart as startRouteDeadline, type TransitionType } from '@adit/router/next';
import { startBrowserMonitoring } from './monitoring/client';

startBrowserMonitoring();
governPrefetches();

export function onRouterTransitionStart(href: string, type: TransitionType): void {
  startRouteDeadline(href, type);
  Sentry.captureRouterTransitionStart(href, type);
}
