import { deferScreen } from '@adit/fallback-ui/deferred';
import { classifyFailure } from '@adit/router';
import { useEffect } from 'react';
import { monitoring } from '../browser/index.ts';
import type { Navigation } from './navigation.ts';

/** A separate chunk, fetched on an error. */
const Screen = deferScreen(async () => (await import('./error-screen.tsx')).ErrorScreen);

/** Props of {@link RootFault}. */
export interface RootFaultProps extends Pick<Navigation, 'hard' | 'page'> {
  readonly error: unknown;
  /** Whether the error has been reported, or is not one. */
  readonly isReported: boolean;
  /** The reference of the server's report, if it is known. */
  readonly reference?: string | undefined;
}

/**
 * The screen in place of a page. Reloads the page if a chunk is missing, once for each build and page. Reports all other
 * errors.
 */
export function RootFault({ error, isReported, reference, hard, page }: RootFaultProps) {
  useEffect(() => {
    page.broke(location.href);
    // The screen stands in place of the root, which would have said so. Otherwise the navigation's deadline loads the page.
    page.shown(location.href);
    if (classifyFailure(error) === 'missing-chunk')
      hard.hardNavigate(location.href, { reason: 'missing-chunk', history: 'replace' });
    else if (!isReported) monitoring.captureError(error);
  }, [error, isReported, hard, page]);
  return <Screen error={error} reference={reference} reset={() => location.reload()} />;
}
