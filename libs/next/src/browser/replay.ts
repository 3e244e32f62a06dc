// A separate chunk that only recorded visits fetch.
import { replayIntegration } from '@sentry/nextjs';
import { adit } from '../adit-config.ts';

/** Throws if the options cannot be loaded, because they decide what replay hides. */
export async function loadReplay(): Promise<ReturnType<typeof replayIntegration>> {
  const own = adit.monitoring?.replay;
  return replayIntegration(typeof own === 'function' ? await own() : own);
}
