import { serverDigest } from '@adit/fallback-ui';
import { useRouteErrorRecovery, type RecoveryState } from '@adit/router/next';
import { useEffect, useState } from 'react';
import { BUILD_ID } from '../built-values.ts';
import { captureOnce } from './capture-once.ts';

/** The handling of an error that a screen shows. */
interface CaughtError {
  /** Whether the page is being reloaded. */
  readonly recovery: RecoveryState;
  /** The id of the event, for an error of the browser. An error of the server has a digest instead. */
  readonly reference: string | undefined;
}

/** Reports the error that a screen shows, once, and reloads the page if a script is missing. */
export function useCaughtError(error: unknown): CaughtError {
  const recovery = useRouteErrorRecovery(error, { buildId: BUILD_ID });
  const [eventId, setEventId] = useState<string>();
  useEffect(() => {
    if (recovery !== 'recovering') setEventId(captureOnce(error));
  }, [error, recovery]);
  return { recovery, reference: serverDigest(error) === undefined ? eventId : undefined };
}
