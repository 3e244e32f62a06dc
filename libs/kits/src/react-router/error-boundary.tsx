import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { RootFault } from '../react/root-fault.tsx';
import { RootStatus } from '../react/root-status.tsx';
import { isOfServer } from './is-of-server.ts';
import { hard, page } from './navigation.ts';

const SCREENS = new Map([
  [401, <RootStatus status={401} />],
  [403, <RootStatus status={403} />],
  [404, <RootStatus status={404} />],
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
