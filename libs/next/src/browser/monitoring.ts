import { startMonitoring, type ErrorContext } from '@adit/monitoring-client';
import { adit } from '../adit-config.ts';
import { RELEASE } from '../built-values.ts';
import { TUNNEL_ADDRESS } from '../tunnel-path.ts';

/** Listens from the first moment. The SDK, its rules and the server's settings load later. */
export const monitoring = startMonitoring({
  // eslint-disable-next-line @nx/enforce-module-boundaries -- server bundles use another file instead
  load: async () => (await import('#sdk')).prepare(),
  // `adit` is not a DSN: the tunnel replaces it with that of its server. Without one, nothing is recorded or loaded.
  config: { dsn: adit.monitoring?.enabled === false ? '' : 'adit', tunnel: TUNNEL_ADDRESS, release: RELEASE },
  quietMs: adit.monitoring?.quietMs,
});

/**
 * Reports an error. Ignores errors that Next throws in the browser in place of an error of the server, which has
 * reported it. The SDK's noise rules would drop these too, but the visitor may leave before the SDK has started.
 */
export function captureError(error: unknown, context?: ErrorContext): void {
  const { digest, message } = Object(error) as Partial<Record<string, string>>;
  if (!digest || !message?.includes('React error #441')) monitoring.captureError(error, context);
}
