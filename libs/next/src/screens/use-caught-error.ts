import { useRouteErrorRecovery, type RecoveryState } from '@adit/router/next';
import { useEffect } from 'react';
import { captureError } from '../browser/monitoring.ts';
import { BUILD_ID } from '../built-values.ts';

const reported = new WeakSet();

/**
 * Reports the error that a screen shows, once, and reloads the page if a script is missing. Returns whether the page is being
 * reloaded. The SDK drops errors that the server has reported with their digest.
 */
export function useCaughtError(error: unknown): RecoveryState {
  const recovery = useRouteErrorRecovery(error, { buildId: BUILD_ID });
  useEffect(() => {
    if (recovery === 'recovering') return;
    if (typeof error === 'object' && error !== null) {
      if (reported.has(error)) return;
      reported.add(error);
    }
    captureError(error);
  }, [error, recovery]);
  return recovery;
}
