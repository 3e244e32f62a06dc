import { FallbackScreen } from './fallback-screen.tsx';
import type { RetryLaterScreenProps } from './screen-props.ts';

/** The screen for 429: the reader, or their network, asked too often. A pure component: no hooks, no event handlers, no client JavaScript. */
export function TooManyRequestsScreen(props: RetryLaterScreenProps) {
  return <FallbackScreen {...props} name="tooManyRequests" />;
}
