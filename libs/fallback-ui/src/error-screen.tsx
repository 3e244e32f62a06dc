import { FallbackScreen } from './fallback-screen.tsx';
import type { ErrorScreenProps } from './screen-props.ts';

/**
 * The screen for an error below the root layout, `error.tsx` in Next. It takes callbacks and is therefore imported
 * from a client file; without them it is as pure as the status screens.
 */
export function ErrorScreen(props: ErrorScreenProps) {
  return <FallbackScreen {...props} name="error" />;
}
