import { startMonitoring, type CreateVisit, type ErrorContext } from '@adit/monitoring-client';
import { adit } from '../adit-config.ts';
import { LOAD, RELEASE } from '../built-values.ts';
import { TUNNEL_ADDRESS } from '../tunnel-path.ts';

const {
  enabled,
  feedback,
  integrations,
  keepErrors,
  load = feedback || integrations ? 'always' : LOAD,
  quietMs,
} = adit.monitoring ?? {};

let known: CreateVisit | undefined;

/** Passes on `createVisit`, so that a chunk that pages load anyway may contain it. */
export function provideVisit(createVisit: CreateVisit): void {
  known = createVisit;
}

/** Listens from the first moment. The SDK, its rules and the server's settings load later. */
export const monitoring = startMonitoring({
  // Server bundles use another file instead.
  load: async () => (await import('#sdk')).prepare(),
  // `adit` is not a DSN: the tunnel replaces it with that of its server. Without one, nothing is recorded or loaded.
  config: { dsn: enabled === false ? '' : 'adit', tunnel: TUNNEL_ADDRESS, release: RELEASE, keepErrors },
  quietMs,
  loadVisit: load === 'always' ? undefined : async () => known ?? (await import('./visit.ts')).createVisit,
});

/**
 * Reports an error. Ignores errors that Next throws in the browser in place of an error of the server, which has
 * reported it. The SDK's noise rules would drop these too, but the visitor may leave before the SDK has started.
 */
export function captureError(error: unknown, context?: ErrorContext): void {
  const { digest, message } = Object(error) as Partial<Record<string, string>>;
  if (!digest || !message?.includes('React error #441')) monitoring.captureError(error, context);
}
