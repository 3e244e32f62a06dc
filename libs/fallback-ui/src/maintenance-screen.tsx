import { FallbackScreen } from './fallback-screen.tsx';
import type { RetryLaterScreenProps } from './screen-props.ts';

/** The screen for 503: the site is not available for a time. A pure component: no hooks, no event handlers, no client JavaScript. */
export function MaintenanceScreen(props: RetryLaterScreenProps) {
  return <FallbackScreen {...props} name="maintenance" />;
}
