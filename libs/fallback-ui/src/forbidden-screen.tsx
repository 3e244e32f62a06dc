import { FallbackScreen } from './fallback-screen.tsx';
import type { StatusScreenProps } from './screen-props.ts';

/** The screen for 403: signing in would not help. A pure component: no hooks, no event handlers, no client JavaScript. */
export function ForbiddenScreen(props: StatusScreenProps) {
  return <FallbackScreen {...props} name="forbidden" />;
}
