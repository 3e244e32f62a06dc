// Imported by its public name, because `withAdit` replaces it with parts of the SDK for the versions that it knows.
import { sentry } from '@adit/next/sentry';
import type { EarlyBuffer } from '@adit/monitoring-client';
import {
  clearKeptErrors,
  fetchSettings,
  pause,
  startSdk,
  type StartedSdk,
} from '@adit/monitoring-client/sdk';
import { adit } from '../adit-config.ts';
import { LOAD } from '../built-values.ts';
import { TUNNEL_ADDRESS } from '../tunnel-path.ts';
import { loadIntegrations, loadRules, startOptions } from './start-options.ts';

/** Monitoring is off: recorded items are dropped, and kept errors are removed. */
// oxlint-disable-next-line typescript/require-await -- the shortest promise
const done = async (): Promise<boolean> => true;
const OFF: StartedSdk = { flush: done, close: done };

/**
 * Fetches the server's settings, the application's integrations, the rules if they are in the browser, and, if each visit
 * loads the SDK, tracing. Until then errors wait in the early buffer. Without rules or settings the SDK does not start: errors are then sent without it,
 * and without text that may be secret. If the server has no settings, those of the build are used.
 */
export async function prepare(): Promise<{
  start: (early: EarlyBuffer) => StartedSdk | PromiseLike<StartedSdk>;
}> {
  const { feedback, integrations: own, load = feedback || own ? 'always' : LOAD } = adit.monitoring ?? {};
  const [answer, integrations, judge] = await Promise.all([
    fetchSettings(TUNNEL_ADDRESS),
    loadIntegrations(),
    loadRules(),
    // The application may trace by itself.
    // Without its chunk, nothing is traced.
    load === 'always' && sentry.loadTracing?.().then(done, done),
  ]);
  await pause();
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
