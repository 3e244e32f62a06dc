import { FallbackScreen } from './fallback-screen.tsx';
import type { LateScreenProps } from './screen-props.ts';

/** The screen for a page of an older version that cannot go on. Pure as long as it moves no focus. */
export function UpdateScreen(props: LateScreenProps) {
  return <FallbackScreen {...props} name="update" />;
}
