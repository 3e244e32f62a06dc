import { register as startAdit } from '@adit/next/instrumentation';

export { onRequestError } from '@adit/next/instrumentation';

export async function register(): Promise<void> {
  // First, because Adit does not set up OpenTelemetry if the application has a provider.
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('./tracing')).startTracing();
  await startAdit();
}
