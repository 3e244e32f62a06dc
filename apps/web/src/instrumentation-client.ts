import { preloadFallbackTexts } from '@adit/fallback-ui/client';
import { recoverMissingScripts } from '@adit/router/browser';
import { holdPrefetches } from '@adit/router/governor/hold';
import { onRouterTransitionStart as startRouteDeadline, type TransitionType } from '@adit/router/next';
import { publishRouterEvent } from './app/(lab)/lab/router/event-feed';
import { isKillSwitchThrown } from './app/(lab)/lab/router/kill-switch';
import { READER_LANGUAGE } from './locale-cookie';
import { monitoring } from './monitoring/client';

// Before Next looks for its scripts. The bridge in the layout gets the same build.
recoverMissingScripts({
  buildId: process.env.NEXT_PUBLIC_SENTRY_RELEASE ?? 'unknown',
  onEvent: publishRouterEvent,
});

holdPrefetches({ onEvent: publishRouterEvent, enabled: () => !isKillSwitchThrown });

export function onRouterTransitionStart(href: string, type: TransitionType): void {
  startRouteDeadline(href, type);
  monitoring.onRouterTransitionStart(href, type);
}

// Before the network can fail.
preloadFallbackTexts(READER_LANGUAGE);
