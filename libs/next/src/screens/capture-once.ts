import { captureError } from '../browser/monitoring.ts';

const reported = new WeakSet();

/** Reports what a screen shows, once. The SDK drops errors that the server has reported with their digest. */
export function captureOnce(error: unknown): void {
  const thrown = Object(error) as object;
  if (reported.has(thrown)) return;
  reported.add(thrown);
  captureError(error);
}
