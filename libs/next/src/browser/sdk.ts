// Named imports keep unused code out of the chunk.
import {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
  type BrowserOptions,
} from '@sentry/nextjs';
import {
  isNotFoundDocument,
  isTranslatedDocument,
  watchPageLeave,
  type EarlyBuffer,
} from '@adit/monitoring-client';
import { startSdk, type LazyIntegration, type StartedSdk } from '@adit/monitoring-client/sdk';
import {
  defineMonitoring,
  readRuntimeConfig,
  sampleSessionReplay,
  toClientOptions,
  warnOnMismatch,
} from '@adit/monitoring-config';
import { adit } from '../adit-config.ts';
import { BUILT } from '../built-settings.ts';
import { monitoringOverrides } from '../monitoring-overrides.ts';
import { noiseFilterOf } from '../noise-filter-of.ts';
import type { MonitoringSettings } from '../options.ts';
import { TUNNEL_PATH } from '../tunnel-path.ts';
import { userIntegration } from './user-integration.ts';

const sdk = {
  captureRouterTransitionStart,
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
};

const replay: LazyIntegration = { load: async () => (await import('./replay.ts')).replayIntegration() };

/** Monitoring is off: what was recorded is dropped. */
const OFF: StartedSdk = { flush: () => Promise.resolve(true), close: () => Promise.resolve(true) };

/** How often `startMonitoring` tries. */
const TRIES = 3;
let tries = 0;

type Integrations = Awaited<ReturnType<NonNullable<MonitoringSettings['integrations']>>>;

/** Loads the application's own integrations. Returns the start of the SDK with the settings of the server, as JSON. */
export async function prepare(settings: string | undefined): Promise<(early: EarlyBuffer) => StartedSdk> {
  let integrations: Integrations = [];
  try {
    integrations = (await adit.monitoring?.integrations?.()) ?? [];
  } catch {
    // The SDK runs without them.
  }
  return (early) => start(early, settings, integrations);
}

/**
 * Starts the SDK. Without settings, the last try uses those of the build.
 * @throws in tries before: a server of Next answers 404 until its instrumentation has started
 */
function start(early: EarlyBuffer, settings: string | undefined, integrations: Integrations): StartedSdk {
  tries += 1;
  if (settings === undefined && tries < TRIES) throw new Error('The server has no settings for monitoring.');
  const { beforeSend, feedback, log, user } = adit.monitoring ?? {};
  const answer = { documentElement: { getAttribute: () => settings ?? null } };
  const built = { ...BUILT, ...monitoringOverrides(adit), tunnelPath: TUNNEL_PATH };
  const monitoring = defineMonitoring({}, readRuntimeConfig(answer, built));
  // The scripts have the release they were built as, whatever the server says.
  const scripts = { ...monitoring, release: BUILT.release ?? monitoring.release };
  // eslint-disable-next-line no-console -- for the operator; monitoring itself may be misconfigured
  warnOnMismatch(answer, scripts, console.warn);
  if (monitoring.dsn === undefined) {
    early.connect(() => undefined);
    return OFF;
  }

  const { isNeeded, rates } = sampleSessionReplay(monitoring, { storage: () => sessionStorage });
  const page = {
    isNotFoundPage: () => isNotFoundDocument(performance),
    isTranslatedPage: () => isTranslatedDocument(document),
    isPageLeaving: watchPageLeave(window),
  };
  const options = toClientOptions(scripts, {
    sdk,
    log,
    ...page,
    noiseFilter: noiseFilterOf(monitoring, 'client', page),
    integrations: [...(user ? [userIntegration(user)] : []), ...integrations],
  });
  return startSdk<BrowserOptions>({
    sdk,
    options: { ...options, ...rates, ...(beforeSend && { beforeSend }) },
    early,
    lazyIntegrations: [...(isNeeded ? [replay] : []), ...(feedback ? [feedbackForm(feedback)] : [])],
  });
}

const feedbackForm = (options: true | Readonly<Record<string, unknown>>): LazyIntegration => ({
  load: async () => (await import('./feedback.ts')).feedbackIntegration(options === true ? {} : options),
});
