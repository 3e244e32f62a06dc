import { startMonitoring } from '@adit/monitoring-client';
import { RELEASE, TUNNEL_PATH } from '../built.ts';

/**
 * Monitoring of this page. It listens from the moment this module is imported; the SDK and the server's settings load
 * later. On a server it does nothing.
 */
export const monitoring = startMonitoring({
  load: async () => (await import('./sdk.ts')).prepare(),
  // `adit` is not a DSN: the tunnel replaces it with that of its server. Without one, nothing is recorded or loaded.
  config: { dsn: 'adit', tunnel: TUNNEL_PATH, release: RELEASE },
});

/**
 * Reports an error that the application caught, with its context, such as `{ tags: { screen: 'checkout' } }`. The SDK is
 * loaded first if needed. Never throws.
 */
export const captureError = monitoring.captureError;
