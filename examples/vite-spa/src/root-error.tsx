import { deferScreen } from '@adit/fallback-ui/deferred';
import { classifyFailure } from '@adit/router';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { monitoring } from './monitoring/start';
import { hard, page } from './navigation';

/** A separate chunk, fetched when the page is idle. */
const Screen = deferScreen(async () => (await import('./error-screen')).ErrorScreen);

/** Reloads the page if a chunk is missing, once for each build and page. Reports all other errors. */
export function RootError() {
  const error = useRouteError();
  useEffect(() => {
    page.broke(location.href);
    // The screen stands in place of the root, which would have said so.
    page.shown(location.href);
    if (classifyFailure(error) !== 'missing-chunk') monitoring.captureError(error);
    else hard.hardNavigate(location.href, { reason: 'missing-chunk', history: 'replace' });
  }, [error]);
  return <Screen error={error} reset={() => location.reload()} />;
}
