// A separate chunk: settings, noise rules and scrubbing. The SDK does not start without it.
import type { BrowserOptions, makeFetchTransport } from '@sentry/nextjs';
import { isNotFoundDocument, isTranslatedDocument, watchPageLeave } from '@adit/monitoring-client';
import {
  keepForNetwork,
  pause,
  type LazyIntegration,
  type StartSdkOptions,
} from '@adit/monitoring-client/sdk';
import {
  defineMonitoring,
  readRuntimeConfig,
  sampleSessionReplay,
  toClientOptions,
  warnOnMismatch,
  type ClientOptionsHooks,
} from '@adit/monitoring-config';
import { adit } from '../adit-config.ts';
import { BUILT } from '../built-settings.ts';
import { monitoringOverrides } from '../monitoring-overrides.ts';
import { noiseFilterOf } from '../noise-filter-of.ts';
import { TUNNEL_ADDRESS, TUNNEL_PATH } from '../tunnel-path.ts';
import type { Answer } from './settings.ts';
import { userIntegration } from './user-integration.ts';

const replay: LazyIntegration = { load: async () => (await import('./replay.ts')).loadReplay() };

/** The application's own integrations. Those that cannot be loaded are left out. */
export async function loadIntegrations(): Promise<NonNullable<ClientOptionsHooks['integrations']>> {
  try {
    return (await adit.monitoring?.integrations?.()) ?? [];
  } catch {
    return [];
  }
}

/**
 * Returns options for the SDK from the server's settings, as JSON, or from those of the build if it has none.
 * `undefined` means that monitoring is off.
 */
export function startOptions(
  sdk: ClientOptionsHooks['sdk'] & { readonly makeFetchTransport: typeof makeFetchTransport },
  { settings, credentials }: Answer,
  integrations: NonNullable<ClientOptionsHooks['integrations']>,
): Pick<StartSdkOptions<BrowserOptions>, 'options' | 'lazyIntegrations'> | undefined {
  const { beforeSend, dataCollection, feedback, log, user } = adit.monitoring ?? {};
  const answer = { documentElement: { getAttribute: () => settings ?? null } };
  const built = { ...BUILT, ...monitoringOverrides(adit), tunnelPath: TUNNEL_PATH };
  const monitoring = defineMonitoring({}, readRuntimeConfig(answer, built));
  // The scripts use the release they were built as, not the server's.
  const scripts = { ...monitoring, release: BUILT.release ?? monitoring.release };
  // eslint-disable-next-line no-console -- for the operator; monitoring itself may be misconfigured
  warnOnMismatch(answer, scripts, console.warn);
  if (monitoring.dsn === undefined) return undefined;
  void readLocale();

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
  return {
    options: {
      ...options,
      ...rates,
      tunnel: options.tunnel?.replace(TUNNEL_PATH, TUNNEL_ADDRESS),
      transportOptions: { fetchOptions: { credentials } },
      transport: keepForNetwork(sdk.makeFetchTransport),
      ...(beforeSend && { beforeSend }),
      // The first versions of SDK 10 support only the second one.
      ...(dataCollection && { dataCollection, sendDefaultPii: dataCollection.userInfo }),
    },
    lazyIntegrations: [...(isNeeded ? [replay] : []), ...(feedback ? [feedbackForm(feedback)] : [])],
  };
}

/**
 * The browser loads its locales when a page first uses one. The SDK would do so in the task that ends the pageload
 * span.
 */
async function readLocale(): Promise<void> {
  await pause();
  new Intl.DateTimeFormat().resolvedOptions();
}

const feedbackForm = (options: true | Readonly<Record<string, unknown>>): LazyIntegration => ({
  load: async () => (await import('./feedback.ts')).feedbackIntegration(options === true ? {} : options),
});
