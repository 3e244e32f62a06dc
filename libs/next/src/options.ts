import type { FallbackTexts } from '@adit/fallback-ui';
import type { useFallbackTexts } from '@adit/fallback-ui/client';
import type { ClientOptionsHooks, MonitoringOverrides, NoiseRule, OutcomeLog } from '@adit/monitoring-config';
import type { GovernPrefetchesOptions } from '@adit/router/governor';
import type { RouterSettings } from '@adit/router/next';
import type { TunnelOptions } from '@adit/tunnel';
import type { BrowserOptions, ErrorEvent, EventHint, User } from '@sentry/nextjs';

/** The options of `adit.config.ts`. All of them are optional. */
export interface AditOptions {
  /** The site's name, in the titles of error screens. Default none. */
  name?: string;
  monitoring?: MonitoringSettings;
  /** The client router's protection: deadlines, reloads, limited prefetches. `false` switches it off. */
  router?: RouterOptions | false;
  screens?: ScreenOptions;
  tunnel?: TunnelSettings;
}

/** Monitoring settings. DSN, environment and sample rates come from the server's variables; values that are set here win. */
export interface MonitoringSettings extends Omit<MonitoringOverrides, 'release'> {
  /** Noise rules of the application. They come before the built-in ones. */
  rules?: readonly NoiseRule[];
  /** The SDK's `beforeSend`, in browser, server and edge. */
  beforeSend?: (event: ErrorEvent, hint: EventHint) => ErrorEvent | null | PromiseLike<ErrorEvent | null>;
  /** Which data of users and requests the SDK collects, in browser, server and edge. Default: the SDK's, which is all. */
  dataCollection?: NonNullable<BrowserOptions['dataCollection']>;
  /**
   * Loads integrations of the browser's SDK: `async () => (await import('./integrations')).integrations`. If it fails, the SDK
   * starts without them. Default none.
   */
  integrations?: () => PromiseLike<NonNullable<ClientOptionsHooks['integrations']>>;
  /** Returns the signed-in user for the events of the browser. Called for each event that has no user yet. */
  user?: () => User | undefined;
  /** The SDK's feedback form, in a chunk of its own. `true`, or the integration's options. Default `false`. */
  feedback?: boolean | Readonly<Record<string, unknown>>;
  /** Milliseconds between the load event and the browser's SDK. Default 5000; 0 for web vitals of short visits. */
  quietMs?: number;
  /** Records what happened to each event. Default nowhere. */
  log?: OutcomeLog;
}

/** Options of the router, read in the browser. */
export interface RouterOptions extends Omit<RouterSettings, 'buildId' | 'basePath'> {
  /** Options of the prefetch governor; `false` leaves prefetches to Next. */
  prefetch?: Omit<GovernPrefetchesOptions, 'target' | 'onEvent'> | false;
  /** Whether typed text holds back full page loads. Default `false`. */
  guardUnsavedInput?: boolean;
}

type LanguageOptions = NonNullable<Parameters<typeof useFallbackTexts>[0]>;

/** Links and language of the error screens. */
export interface ScreenOptions extends Pick<
  LanguageOptions,
  'pack' | 'locale' | 'cookieName' | 'followsDocument'
> {
  /** Default `/`. */
  homeHref?: string;
  /** The sign-in page, on the 401 screen. */
  signInHref?: string;
  /** Where the search form of the 404 screen is sent by GET. */
  searchHref?: string;
  /** Name of the search form's field. Default `q`. */
  searchName?: string;
  /** Where to report a problem; `{reference}` is replaced. */
  reportHref?: string;
  /** Where to ask for help. */
  contactHref?: string;
  /**
   * Texts in place of Adit's, for visitors of their language. A server renders all screens in that language, and so are they
   * until the visitor's is loaded. Default English.
   */
  texts?: OwnTexts;
}

/** Some texts in English, or all of them in another language. */
export type OwnTexts = FallbackTexts | EnglishTexts;

type SomeWords<Words> = {
  [Name in keyof Words]?: Words[Name] extends string ? string : Partial<Words[Name]>;
};

/** Some texts in English. */
export interface EnglishTexts extends SomeWords<Omit<FallbackTexts, 'lang' | 'dir'>> {
  lang?: 'en';
  dir?: 'ltr';
}

/** Options of the tunnel. DSN, tunnel path and ingest origin are those of `monitoring`. */
export type TunnelSettings = Omit<
  TunnelOptions,
  'allowedDsns' | 'path' | 'ingestOrigin' | 'transport' | 'decoders'
>;
