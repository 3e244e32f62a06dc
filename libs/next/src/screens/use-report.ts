import { useEffect } from 'react';
import { monitoring } from '../browser/monitoring.ts';

const reported = new WeakSet();

/** Reports the error that a screen shows, once. The SDK drops errors that the server has reported with their digest. */
export function useReport(error: unknown, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    if (typeof error === 'object' && error !== null) {
      if (reported.has(error)) return;
      reported.add(error);
    }
    monitoring.captureError(error);
  }, [error, isShown]);
}
