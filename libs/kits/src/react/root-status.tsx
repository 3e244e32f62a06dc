import { deferScreen } from '@adit/fallback-ui/deferred';

/** A separate chunk, which the screen of an error shares. */
const Screen = deferScreen(async () => (await import('./error-screen.tsx')).StatusScreen, { bare: Bare });

/** Props of {@link RootStatus}. */
export interface RootStatusProps {
  readonly status: 401 | 403 | 404;
}

/** The screen of a status in place of a page. Its number stands there until the screen has loaded, in every language. */
export function RootStatus({ status }: RootStatusProps) {
  return <Screen status={status} />;
}

function Bare({ status }: RootStatusProps) {
  return <h1>{status}</h1>;
}
