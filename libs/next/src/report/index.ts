import { monitoring } from '../browser/monitoring.ts';

/** Reports an error that the application caught. The SDK is loaded first if needed. */
export { captureError } from '../browser/monitoring.ts';

/** Returns the id of the event that the newest error is sent as, for a screen of your own; `undefined` if there was none. */
export const lastEventId = monitoring.lastEventId;

/** Loads the SDK and resolves to whether everything was sent within the time, in milliseconds (default 2000). */
export const flush = monitoring.flush;
