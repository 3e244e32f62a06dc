import { deferScreen } from '@adit/fallback-ui/deferred';
import { classifyFailure } from '@adit/router';
import { useEffect } from 'react';
import { monitoring } from './monitoring/start';
import { hard, page } from './navigation';

/** A separate chunk, fetched when the page is idle. */
const Screen = deferScreen(async () => (await import('./error-screen')).ErrorScreen);

/**
 * Whether the server has reported the error. React Router removes such an error's stack, and in production its message.
 */
const isOfServer = (error: unknown) => error instanceof Error && !error.stack;

/** Reloads the page if a chunk is missing, once for each build and page. Reports all other errors. */
export function RootError({ error }: { readonly error: unknown }) {
  useEffect(() => {
    page.broke(location.href);
    if (classifyFailure(error) === 'missing-chunk')
      hard.hardNavigate(location.href, { reason: 'missing-chunk', history: 'replace' });
    else if (!isOfServer(error)) monitoring.captureError(error);
  }, [error]);
  return <Screen error={error} reset={() => location.reload()} />;
}
