import { captureError, monitoring } from '../browser/monitoring.ts';

const reported = new WeakMap<object, string | undefined>();

/**
 * Reports the error of a screen once, and returns the id of its event. The SDK drops errors that the server has
 * reported with their digest.
 */
export function captureOnce(error: unknown): string | undefined {
  const thrown = Object(error) as object;
  if (!reported.has(thrown)) {
    captureError(error);
    reported.set(thrown, monitoring.lastEventId());
  }
  return reported.get(thrown);
}
