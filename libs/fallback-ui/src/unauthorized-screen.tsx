import { FallbackScreen } from './fallback-screen.tsx';
import type { StatusScreenProps } from './screen-props.ts';

/** The screen for 401: signing in may help. A pure component: no hooks, no event handlers, no client JavaScript. */
export function UnauthorizedScreen(props: StatusScreenProps) {
  return <FallbackScreen {...props} name="unauthorized" />;
}
