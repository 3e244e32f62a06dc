// Imported by its public name, because `withAdit` replaces it with parts of the SDK for the versions that it knows.
import { sentry } from '@adit/next/sentry';
import type { EarlyBuffer } from '@adit/monitoring-client';
import { clearKeptErrors, pause, startSdk, type StartedSdk } from '@adit/monitoring-client/sdk';
import { TUNNEL_ADDRESS } from '../tunnel-path.ts';
import { fetchSettings } from './settings.ts';

/** Monitoring is off: recorded items are dropped, and kept errors are removed. */
// oxlint-disable-next-line typescript/require-await -- the shortest promise
const done = async (): Promise<boolean> => true;
const OFF: StartedSdk = { flush: done, close: done };

/**
 * Fetches the rules of the browser in a separate chunk, the server's settings and the application's integrations.
 * Until then errors wait in the early buffer. Without rules or settings the SDK does not start: errors are then sent
 * without it, and without text that may be secret. If the server has no settings, those of the build are used.
 */
export async function prepare(): Promise<{
  start: (early: EarlyBuffer) => StartedSdk | PromiseLike<StartedSdk>;
}> {
  const [{ loadIntegrations, loadRules, startOptions }, answer] = await Promise.all([
    import('./start-options.ts'),
    fetchSettings(),
  ]);
  await pause();
  const [integrations, judge] = await Promise.all([loadIntegrations(), loadRules()]);
  const options = startOptions(sentry, answer, { integrations, judge });
  await pause();
  return {
    start: (early) => {
      if (options) return startSdk({ sdk: sentry, early, ...options });
      early.connect(() => undefined);
      clearKeptErrors(TUNNEL_ADDRESS);
      return OFF;
    },
  };
}
