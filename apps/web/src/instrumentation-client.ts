import { preloadFallbackTexts } from '@adit/fallback-ui/client';
import { recoverMissingScripts } from '@adit/router/browser';
import { governPrefetches } from '@adit/router/governor';
import { onRouterTransitionStart as startRouteDeadline, type TransitionType } from '@adit/router/next';
import { publishRouterEvent } from './app/lab/router/event-feed';
import { documentSetup } from './app/lab/router/setup';
import { READER_LANGUAGE } from './locale-cookie';
import { monitoring } from './monitoring/client';

// Before Next looks for its scripts. The bridge has the same build.
recoverMissingScripts({
  buildId: process.env.NEXT_PUBLIC_SENTRY_RELEASE ?? 'unknown',
  onEvent: publishRouterEvent,
});

// The lab shows what Next does by itself, and what a thrown kill switch does; everywhere else this is `governed`.
const { prefetch } = documentSetup();
if (prefetch !== 'next')
  governPrefetches({ onEvent: publishRouterEvent, enabled: () => prefetch === 'governed' });

export function onRouterTransitionStart(href: string, type: TransitionType): void {
  startRouteDeadline(href, type);
  monitoring.onRouterTransitionStart(href, type);
}

// In the reader's language, should the network be what fails.
preloadFallbackTexts(READER_LANGUAGE);
