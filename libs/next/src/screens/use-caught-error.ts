import { useRouteErrorRecovery, type RecoveryState } from '@adit/router/next';
import { useEffect } from 'react';
import { BUILD_ID } from '../built-values.ts';
import { captureOnce } from './capture-once.ts';

/**
 * Reports the error that a screen shows, once, and reloads the page if a script is missing. Returns whether the page is being
 * reloaded.
 */
export function useCaughtError(error: unknown): RecoveryState {
  const recovery = useRouteErrorRecovery(error, { buildId: BUILD_ID });
  useEffect(() => {
    if (recovery !== 'recovering') captureOnce(error);
  }, [error, recovery]);
  return recovery;
}
