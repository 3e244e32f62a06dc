import { FallbackScreen } from './fallback-screen.tsx';
import type {
  CaughtScreenProps,
  ErrorScreenProps,
  LateScreenProps,
  RetryLaterScreenProps,
  StatusScreenProps,
} from './screen-props.ts';

// Pure components: no hooks, no client JavaScript. Only a callback or `moveFocus` needs a client file.

/** The screen for 401: the visitor may sign in. */
export function UnauthorizedScreen(props: StatusScreenProps) {
  return <FallbackScreen {...props} name="unauthorized" />;
}

/** The screen for 403: signing in would not help. */
export function ForbiddenScreen(props: StatusScreenProps) {
  return <FallbackScreen {...props} name="forbidden" />;
}

/** The screen for 404. */
export function NotFoundScreen(props: StatusScreenProps) {
  return <FallbackScreen {...props} name="notFound" />;
}

/** The screen for 429: the visitor, or their network, sent too many requests. */
export function TooManyRequestsScreen(props: RetryLaterScreenProps) {
  return <FallbackScreen {...props} name="tooManyRequests" />;
}

/** The screen for 503: the site is not available for a time. */
export function MaintenanceScreen(props: RetryLaterScreenProps) {
  return <FallbackScreen {...props} name="maintenance" />;
}

/** The screen for an error below the root layout, `error.tsx` in Next. */
export function ErrorScreen(props: ErrorScreenProps) {
  return <FallbackScreen {...props} name="error" />;
}

/** The screen for a page that cannot load without a network. */
export function OfflineScreen(props: CaughtScreenProps) {
  return <FallbackScreen {...props} name="offline" />;
}

/** The screen for a page of an older version of the site. */
export function UpdateScreen(props: LateScreenProps) {
  return <FallbackScreen {...props} name="update" />;
}
