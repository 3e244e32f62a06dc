import * as Sentry from '@sentry/nextjs';
import { createInstrumentation } from '@adit/monitoring-config';
import { monitoring, serverOutcomes } from './monitoring/server';

const runtime = process.env.NEXT_RUNTIME;
const instrumentation = createInstrumentation({ sdk: Sentry, monitoring, log: serverOutcomes, runtime });

export const { onRequestError } = instrumentation;

export async function register(): Promise<void> {
  instrumentation.register();
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { answerBeforeNext } = await import('./tunnel');
    answerBeforeNext();
  }
}
