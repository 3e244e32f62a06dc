import { monitoring } from '../browser/monitoring.ts';

/** Reports an error that the application caught. The SDK is loaded first if needed. */
export { captureError } from '../browser/monitoring.ts';

/** Loads the SDK and resolves to whether everything was sent within the time, in milliseconds (default 2000). */
export const flush = monitoring.flush;
