// Named imports keep unused code out of the chunk.
import {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/nextjs';
import type { EarlyBuffer } from '@adit/monitoring-client';
import { pause, startSdk, type StartedSdk } from '@adit/monitoring-client/sdk';
import { fetchSettings } from './settings.ts';

const sdk = {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
};

/** Monitoring is off: what was recorded is dropped. */
// eslint-disable-next-line @typescript-eslint/require-await -- the shortest promise
const done = async (): Promise<boolean> => true;
const OFF: StartedSdk = { flush: done, close: done };

/** How often `startMonitoring` tries. */
const TRIES = 3;
let tries = 0;

/**
 * Fetches noise rules and scrubbing, in a chunk of their own, the server's settings and the application's integrations. Until
 * then errors wait in the early buffer. Without rules or settings the SDK does not start: errors are sent without it, and without
 * what may be a secret. If the server has no settings, the last try uses those of the build.
 * @throws in tries before: a server of Next answers 404 until its instrumentation has started
 */
export async function prepare(): Promise<{
  start: (early: EarlyBuffer) => StartedSdk | PromiseLike<StartedSdk>;
}> {
  const [{ loadIntegrations, startOptions }, settings] = await Promise.all([
    import('./start-options.ts'),
    fetchSettings(),
  ]);
  tries += 1;
  if (settings === undefined && tries < TRIES) throw new Error('The server has no settings');
  await pause();
  const options = startOptions(sdk, settings, await loadIntegrations());
  await pause();
  return {
    start: (early) => {
      if (options) return startSdk({ sdk, early, ...options });
      early.connect(() => undefined);
      return OFF;
    },
  };
}
