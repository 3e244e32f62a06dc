import { FallbackScreen } from './fallback-screen.tsx';
import type { CaughtScreenProps } from './screen-props.ts';

/** The screen for a page that could not be loaded without a network. Pure as long as it is given no callback. */
export function OfflineScreen(props: CaughtScreenProps) {
  return <FallbackScreen {...props} name="offline" />;
}
