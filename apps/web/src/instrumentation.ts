import * as Sentry from '@sentry/nextjs';

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    await import('./monitoring/start-server');
    const { answerBeforeNext } = await import('./tunnel');
    answerBeforeNext();
  }
  if (process.env.NEXT_RUNTIME === 'edge') await import('./monitoring/start-edge');
}

export const onRequestError = Sentry.captureRequestError;
