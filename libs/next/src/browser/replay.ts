// A separate chunk that only recorded visits fetch.
import { replayIntegration } from '@sentry/nextjs';
import { adit } from '../adit-config.ts';
import { tracing } from './sentry/tracing.ts';

// Turbopack cuts a chunk into what other chunks need of it and the rest. This one needs all of the SDK's and of tracing's.
void tracing;

/** Throws if the options cannot be loaded, because they decide what replay hides. */
export async function loadReplay(): Promise<ReturnType<typeof replayIntegration>> {
  const own = adit.monitoring?.replay;
  return replayIntegration(typeof own === 'function' ? await own() : own);
}
