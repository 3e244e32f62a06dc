// A separate chunk: settings, noise rules and scrubbing. The SDK does not start without it.
import type { BrowserOptions } from '@sentry/nextjs';
import { isNotFoundDocument, isTranslatedDocument, watchPageLeave } from '@adit/monitoring-client';
import {
  keepForNetwork,
  pause,
  type LazyIntegration,
  type StartSdkOptions,
} from '@adit/monitoring-client/sdk';
import {
  readSentSettings,
  sampleSessionReplay,
  toBrowserOptions,
  type BrowserOptionsHooks,
} from '@adit/monitoring-config/browser';
import { adit } from '../adit-config.ts';
import { BUILT } from '../built-settings.ts';
import { noiseFilterOf } from '../noise-filter-of.ts';
import { TUNNEL_ADDRESS, TUNNEL_PATH } from '../tunnel-path.ts';
import type { Sentry } from './sentry/whole.ts';
import type { Answer } from './settings.ts';
import { userIntegration } from './user-integration.ts';

const replay: LazyIntegration = { load: async () => (await import('./replay.ts')).loadReplay() };

/** The application's own integrations. Those that cannot be loaded are left out. */
export async function loadIntegrations(): Promise<NonNullable<BrowserOptionsHooks['integrations']>> {
  try {
    return (await adit.monitoring?.integrations?.()) ?? [];
  } catch {
    return [];
  }
}

type Sdk = Pick<Sentry, keyof BrowserOptionsHooks['sdk'] | 'makeFetchTransport'>;

/** `undefined` means that monitoring is off. */
type StartOptions = Pick<StartSdkOptions<BrowserOptions>, 'options' | 'lazyIntegrations'> | undefined;

/**
 * Returns options for the SDK from the server's settings, as JSON, or from those of the build if the server has none, or
 * none that can be used.
 */
export function startOptions(
  sdk: Sdk,
  answer: Answer,
  integrations: NonNullable<BrowserOptionsHooks['integrations']>,
): StartOptions {
  try {
    return optionsOf(sdk, answer, integrations);
  } catch {
    return optionsOf(sdk, { ...answer, settings: undefined }, integrations);
  }
}

function optionsOf(
  sdk: Sdk,
  { settings, credentials }: Answer,
  integrations: NonNullable<BrowserOptionsHooks['integrations']>,
): StartOptions {
  const { beforeSend, dataCollection, feedback, log, user } = adit.monitoring ?? {};
  const built = { ...BUILT, ...adit.monitoring, tunnelPath: TUNNEL_PATH };
  const monitoring = readSentSettings(settings, built);
  if (monitoring.dsn === undefined) return undefined;
  void readLocale();

  const { isNeeded, rates } = sampleSessionReplay(monitoring, { storage: () => sessionStorage });
  const page = {
    isNotFoundPage: () => isNotFoundDocument(performance),
    isTranslatedPage: () => isTranslatedDocument(document),
    isPageLeaving: watchPageLeave(window),
  };
  // The scripts use the release they were built as, not the server's.
  const scripts = { ...monitoring, release: BUILT.release ?? monitoring.release };
  const options = toBrowserOptions(scripts, {
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
