import { FallbackScreen } from './fallback-screen.tsx';
import type { StatusScreenProps } from './screen-props.ts';

/** The screen for 404: there is no such page. A pure component: no hooks, no event handlers, no client JavaScript. */
export function NotFoundScreen(props: StatusScreenProps) {
  return <FallbackScreen {...props} name="notFound" />;
}
