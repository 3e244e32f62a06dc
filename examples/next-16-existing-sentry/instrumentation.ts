import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';

export { onRequestError };

export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] === 'nodejs') await import('./sentry.server.config');
  if (process.env['NEXT_RUNTIME'] === 'edge') await import('./sentry.edge.config');
  await registerAdit();
}
