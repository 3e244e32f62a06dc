import { deferScreen } from '@adit/fallback-ui/deferred';
import { classifyFailure } from '@adit/router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { digestOf } from './monitoring/server-error';
import { monitoring } from './monitoring/start';
import { hard, page } from './navigation';

/** A separate chunk, fetched when the page is idle. */
const Screen = deferScreen(async () => (await import('./error-screen')).ErrorScreen);

/**
 * Reloads the page if a chunk is missing, once for each build and page. Reports all errors that the server has not
 * reported.
 */
export function RootError({ error }: ErrorComponentProps) {
  const digest = digestOf(error);
  useEffect(() => {
    page.broke(location.href);
    if (classifyFailure(error) === 'missing-chunk')
      hard.hardNavigate(location.href, { reason: 'missing-chunk', history: 'replace' });
    else if (digest === undefined) monitoring.captureError(error);
  }, [error, digest]);
  return <Screen error={digest === undefined ? error : { digest }} reset={() => location.reload()} />;
}
