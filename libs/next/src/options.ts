import type { FallbackTexts } from '@adit/fallback-ui';
import type { useFallbackTexts } from '@adit/fallback-ui/client';
import type { ClientOptionsHooks, MonitoringOverrides, NoiseRule, OutcomeLog } from '@adit/monitoring-config';
import type { GovernPrefetchesOptions } from '@adit/router/governor';
import type { RouterSettings } from '@adit/router/next';
import type { TunnelOptions } from '@adit/tunnel';
import type { BrowserOptions, ErrorEvent, EventHint, replayIntegration, User } from '@sentry/nextjs';

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

type ReplayOptions = NonNullable<Parameters<typeof replayIntegration>[0]>;

type DataCollection = BrowserOptions extends { dataCollection?: infer Given }
  ? NonNullable<Given>
  : { userInfo?: boolean };

/** Monitoring settings. DSN, environment and sample rates come from the server's variables; values that are set here win. */
export interface MonitoringSettings extends Omit<MonitoringOverrides, 'release'> {
  /**
   * `false` switches monitoring off in browser, server, edge and tunnel, even if variables are set. If a server's own
   * code starts the SDK, that keeps running. Default `true`.
   */
  enabled?: boolean;
  /**
   * The origin of a tunnel server that pages send to, such as `https://tunnel.example.org`, for static exports whose
   * host cannot proxy a path. Its `ADIT_ALLOWED_ORIGINS` must contain the origin of the pages. Default: the page's own.
   */
  tunnelOrigin?: string | undefined;
  /** Noise rules of the application. They come before the built-in ones. */
  rules?: readonly NoiseRule[];
  /**
   * Where noise rules and scrubbing judge what browsers send. `tunnel`: this application's server, before it stores or
   * forwards an item. `browser`: the page, which loads 20 KB more. Default `tunnel`; `browser` with `rules`, with a
   * `tunnelOrigin`, or without the tunnel's policy.
   */
  rulesIn?: 'tunnel' | 'browser';
  /** The SDK's `beforeSend`, in browser, server and edge. */
  beforeSend?: (event: ErrorEvent, hint: EventHint) => ErrorEvent | null | PromiseLike<ErrorEvent | null>;
  /**
   * The data of users and requests that the SDK collects, in browser, server and edge. Default: the SDK's, which is
   * everything with version 11, and little with 10. The first versions of 10 only read `userInfo`.
   */
  dataCollection?: DataCollection;
  /**
   * Loads integrations of the browser's SDK: `async () => (await import('./integrations')).integrations`. If it fails, the SDK
   * starts without them. Default none.
   */
  integrations?: () => PromiseLike<NonNullable<ClientOptionsHooks['integrations']>>;
  /** Returns the signed-in user for the events of the browser. Called for each event that has no user yet. */
  user?: () => User | undefined;
  /** The SDK's feedback form, in a separate chunk. `true`, or the integration's options. Default `false`. */
  feedback?: boolean | Readonly<Record<string, unknown>>;
  /**
   * Options of the SDK's replay, such as what it hides: `{ block: ['.card'] }`. It is loaded if one of its rates is
   * above 0. Default: the SDK's, which hides all texts and pictures. A function loads them: `async () => (await
   * import('./replay')).options`; if it fails, nothing is recorded.
   */
  replay?: ReplayOptions | (() => PromiseLike<ReplayOptions>);
  /**
   * When the browser's SDK is loaded. `needed`: in visits with an error and in sampled ones. `always`: in every visit.
   * Default `needed`; `always` with `integrations` or `feedback`, or if code of the application that browsers load
   * imports a Sentry package.
   */
  load?: 'needed' | 'always';
  /**
   * Whether browsers keep errors in `localStorage` until the tunnel has answered them, at most 20 for 24 hours, so that the
   * next page of the origin can send them. `false` also removes those that were kept. Default `true`.
   */
  keepErrors?: boolean;
  /** Milliseconds between the load event and the browser's SDK. Default 5000; 0 for web vitals of short visits. */
  quietMs?: number;
  /** Records the outcome of each event. Default none. */
  log?: OutcomeLog;
}

/** Options of the router, read in the browser. */
export interface RouterOptions extends Omit<RouterSettings, 'buildId' | 'basePath'> {
  /** Options of the prefetch governor; `false` leaves prefetches to Next. */
  prefetch?: Omit<GovernPrefetchesOptions, 'target' | 'onEvent'> | false;
  /** Whether typed text prevents full page loads. Default `false`. */
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
   * Texts that replace Adit's for visitors of their language. The server renders all screens in that language, and
   * browsers show it until the visitor's language has loaded. Default English.
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

/** Options of the tunnel. Tunnel path and ingest origin are those of `monitoring`. */
export interface TunnelSettings extends Omit<
  TunnelOptions,
  'allowedDsns' | 'path' | 'ingestOrigin' | 'transport' | 'decoders' | 'policy'
> {
  /**
   * Judges what browsers send, before it is stored or forwarded. Default: the noise rules and the scrubbing of
   * `monitoring`, and the document of `ADIT_POLICY`. `false`: the rules are in the browser.
   */
  policy?: TunnelOptions['policy'] | false;
  /** DSNs besides that of the server, for other clients on the page that send to the tunnel path. Default none. */
  allowedDsns?: readonly string[];
}
