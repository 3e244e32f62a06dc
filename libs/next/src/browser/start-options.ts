import type { BrowserOptions } from '@sentry/nextjs';
import { isNotFoundDocument, isTranslatedDocument, watchPageLeave } from '@adit/monitoring-client';
import {
  countRecorded,
  keepForNetwork,
  pause,
  type LazyIntegration,
  type SettingsAnswer,
  type StartSdkOptions,
} from '@adit/monitoring-client/sdk';
import {
  judgeInTunnel,
  readSentSettings,
  sampleSessionReplay,
  toBrowserOptions,
  type BrowserOptionsHooks,
} from '@adit/monitoring-config/browser';
import { adit } from '../adit-config.ts';
import { BUILT } from '../built-settings.ts';
import { TUNNEL_ADDRESS, TUNNEL_PATH } from '../tunnel-path.ts';
import type { Sentry } from './sentry/whole.ts';
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

/**
 * Loads the rules into the browser if the application has own ones, which are functions, if it says so, or if its server
 * does not judge what browsers send. Otherwise the tunnel judges what the browser sends.
 */
export async function loadRules(): Promise<typeof judgeInTunnel | undefined> {
  const { rules, tunnelOrigin, rulesIn } = adit.monitoring ?? {};
  const isHere = rulesIn ? rulesIn === 'browser' : rules || tunnelOrigin || adit.tunnel?.policy === false;
  return isHere ? (await import('./rules.ts')).judgeHere : undefined;
}

/** Parts of the application and its chunks for the SDK. */
export interface Loaded {
  readonly integrations: NonNullable<BrowserOptionsHooks['integrations']>;
  /** `undefined` if the tunnel has the rules. */
  readonly judge: typeof judgeInTunnel | undefined;
}

type Sdk = Pick<Sentry, keyof BrowserOptionsHooks['sdk'] | 'makeFetchTransport'>;

/** `undefined` means that monitoring is off. */
type StartOptions = Pick<StartSdkOptions<BrowserOptions>, 'options' | 'lazyIntegrations'> | undefined;

/**
 * Returns options for the SDK from the server's settings, as JSON, or from those of the build if the server has none, or
 * none that can be used.
 */
export function startOptions(sdk: Sdk, answer: SettingsAnswer, loaded: Loaded): StartOptions {
  try {
    return optionsOf(sdk, answer, loaded);
  } catch {
    return optionsOf(sdk, { ...answer, settings: undefined }, loaded);
  }
}

function optionsOf(
  sdk: Sdk,
  { settings, credentials }: SettingsAnswer,
  { integrations, judge }: Loaded,
): StartOptions {
  const { beforeSend, dataCollection, feedback, keepErrors, log, user } = adit.monitoring ?? {};
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
    judge: (judge ?? judgeInTunnel)(monitoring, { log, ...page }),
    integrations: [...(user ? [userIntegration(user)] : []), ...integrations],
  });
  return {
    options: {
      ...options,
      ...rates,
      ...(judge === undefined && { ignoreSpans: ownSpans(monitoring) }),
      tunnel: options.tunnel?.replace(TUNNEL_PATH, TUNNEL_ADDRESS),
      transportOptions: { fetchOptions: { credentials } },
      transport: keepForNetwork(countRecorded(sdk.makeFetchTransport, scripts.release), { keepErrors }),
      ...(beforeSend && { beforeSend }),
      // The first versions of SDK 10 support only the second one.
      ...(dataCollection && { dataCollection, sendDefaultPii: dataCollection.userInfo }),
    },
    lazyIntegrations: [...(isNeeded ? [replay] : []), ...(feedback ? [feedbackForm(feedback)] : [])],
  };
}

/** The names of spans that the tunnel would drop by its rule: of requests to the tunnel itself. */
const ownSpans = ({ noise, tunnelPath }: ReturnType<typeof readSentSettings>): RegExp[] =>
  noise.dryRun || noise.disabled.includes('own-tunnel-span')
    ? []
    : [RegExp(`^([A-Z]+ )?(https?://[^/]+)?${tunnelPath.replace(/[^\w/-]/g, '\\$&')}/?($|[?#])`)];

/**
 * The browser loads its locales when a page first uses one. The SDK would do so in the task that ends the pageload
 * span.
 */
async function readLocale(): Promise<void> {
  await pause();
  new Intl.DateTimeFormat().resolvedOptions();
}

const feedbackForm = (options: true | Readonly<Record<string, unknown>>): LazyIntegration => ({
  load: async () => (await import('./feedback.ts')).loadFeedback(options === true ? {} : options),
});
