import { captureError as captureInBrowser, monitoring } from '../browser/monitoring.ts';
import { captureOnServer } from './on-server.ts';

/**
 * Reports an error that the application caught, with its context, such as `{ tags: { screen: 'checkout' } }`. In the
 * browser the SDK is loaded first if needed; on a server the SDK that `register` of `instrumentation` started sends it.
 * Never throws.
 */
export const captureError = typeof window === 'undefined' ? captureOnServer : captureInBrowser;

/** Returns the event id of the newest error, for a custom screen; `undefined` if there was none. */
export const lastEventId = monitoring.lastEventId;

/** Loads the SDK and resolves to whether everything was sent within the time, in milliseconds (default 2000). */
export const flush = monitoring.flush;
