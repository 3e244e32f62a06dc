import { ForbiddenScreen, NotFoundScreen, UnauthorizedScreen } from '@adit/fallback-ui';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { SITE_NAME } from '../built.ts';
import { RootFault } from '../react/root-fault.tsx';
import { isOfServer } from './is-of-server.ts';
import { hard, page } from './navigation.ts';

const SCREENS = new Map([
  [401, <UnauthorizedScreen siteName={SITE_NAME} />],
  [403, <ForbiddenScreen siteName={SITE_NAME} />],
  [404, <NotFoundScreen siteName={SITE_NAME} />],
]);

/** The screen in place of a page, for `root.tsx`. Only in the browser: the server answers errors with documents. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isStatus = isRouteErrorResponse(error);
  const screen = isStatus ? SCREENS.get(error.status) : undefined;
  useEffect(() => {
    if (screen) page.shown(location.href);
  }, [screen]);
  return (
    screen ?? (
      // A status that was thrown intentionally is not an error.
      <RootFault error={error} isReported={isStatus || isOfServer(error)} hard={hard} page={page} />
    )
  );
}
