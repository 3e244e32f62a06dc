import { startMonitoring } from '@adit/monitoring-client';
import { adit } from '../adit-config.ts';
import { RELEASE } from '../built-values.ts';
import { TUNNEL_PATH } from '../tunnel-path.ts';

/** Listens from the first moment. The SDK, its rules and the server's settings follow. */
export const monitoring = startMonitoring({
  // eslint-disable-next-line @nx/enforce-module-boundaries -- server bundles get another file in its place
  load: async () => (await import('#sdk')).prepare(),
  // `adit` is no DSN: the tunnel puts that of its server in its place.
  config: { dsn: 'adit', tunnel: TUNNEL_PATH, release: RELEASE },
  quietMs: adit.monitoring?.quietMs,
});

/**
 * Reports an error, but not those that Next throws in place of an error of the server, which has reported it. The SDK's noise
 * rules would drop these too, unless the visitor leaves before the SDK is there.
 */
export function captureError(error: unknown): void {
  const { digest, message } = Object(error) as Partial<Record<string, string>>;
  if (!digest || !message?.includes('React error #441')) monitoring.captureError(error);
}
