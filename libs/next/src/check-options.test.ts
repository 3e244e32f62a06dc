import { ADIT_OPTIONS, BUILD_OPTIONS } from '@adit/common/adit-options';
import { classicTexts } from '@adit/fallback-ui';
import { defineMonitoring } from '@adit/monitoring-config';
import { presets } from '@adit/router';
import type { TunnelTimes } from '@adit/tunnel';
import { checkOptions } from './check-options.ts';
import type { BuildOptions } from './config/with-adit.ts';
import type { MonitoringSettings, RouterOptions } from './options.ts';

it.each([
  {},
  { name: 'Shop', router: false },
  {
    monitoring: {
      dsn: undefined,
      scrub: false,
      quietMs: 0,
      keepErrors: false,
      load: 'always',
      tunnelOrigin: 'https://tunnel.example.org',
      rules: [],
      beforeSend: (event: unknown) => event,
    },
    router: { prefetch: { enabled: () => true }, slowMs: 500 },
    screens: {
      homeHref: '/start',
      followsDocument: false,
      locale: 'pt-BR',
      texts: { notFound: { heading: 'Nothing here.' }, copied: 'Copied!' },
    },
    tunnel: { trustedProxies: ['10.0.0.1'], clientIp: 'none', apiPath: '/' },
  },
  {
    monitoring: {
      dataCollection: {
        userInfo: false,
        cookies: { deny: ['id'] },
        httpHeaders: { request: true, response: { allow: [] } },
        genAI: { inputs: false },
        ofALaterSdk: 1,
      },
      replay: { block: ['.card'], maskAllText: true },
    },
  },
  { monitoring: { dataCollection: { cookies: false, httpHeaders: true }, replay: () => ({ blocks: [] }) } },
])('returns accepted options: %j', (options) => {
  expect(checkOptions(options)).toBe(options);
});

it.each([
  [{ tunel: {} }, 'adit.config: tunel is not an option; accepted: name, monitoring, router, screens, tunnel'],
  [{ name: 7 }, 'adit.config: name is 7; accepted: a text'],
  [undefined, 'adit.config: the default export is undefined; accepted: an object'],
  [[], 'adit.config: the default export is ; accepted: an object'],
  [{ router: true }, 'adit.config: router is true; accepted: an object or false'],
  [{ router: { slowMs: -1 } }, 'adit.config: router.slowMs is -1; accepted: a whole number of milliseconds'],
  [
    { router: { slowMs: 0.5 } },
    'adit.config: router.slowMs is 0.5; accepted: a whole number of milliseconds',
  ],
  [{ monitoring: { beforeSend: 'no' } }, 'adit.config: monitoring.beforeSend is "no"; accepted: a function'],
  [{ monitoring: { rules: {} } }, 'adit.config: monitoring.rules is [object Object]; accepted: a list'],
  [{ monitoring: { sampleRate: NaN } }, 'adit.config: monitoring.sampleRate is NaN; accepted: a number'],
  [{ screens: { followsDocument: 1 } }, 'adit.config: screens.followsDocument is 1; accepted: true or false'],
  [
    { monitoring: { tunnelOrigin: 'https://tunnel.example.org/' } },
    'adit.config: monitoring.tunnelOrigin is "https://tunnel.example.org/"; accepted: an origin, such as "https://tunnel.example.org"',
  ],
  [
    { monitoring: { noise: { disabeld: [] } } },
    'adit.config: monitoring.noise.disabeld is not an option; accepted: disabled, dryRun',
  ],
  [
    { monitoring: { scrub: { emails: 'no' } } },
    'adit.config: monitoring.scrub.emails is "no"; accepted: true or false',
  ],
  [
    { monitoring: { limits: { stackFrame: 20 } } },
    'adit.config: monitoring.limits.stackFrame is not an option; accepted: stackFrames, normalizeDepth, normalizeMaxBreadth, logFlushIdleMs, rateLimitBackoffMs, linkedErrors',
  ],
  [
    { monitoring: { dataCollection: { userInfos: false } } },
    'adit.config: monitoring.dataCollection.userInfos is not an option; accepted: userInfo, cookies, httpHeaders, httpBodies, queryParams, urlQueryParams, graphQL, genAI, mcp, databaseQueryData, queues, stackFrameVariables, frameContextLines',
  ],
  [
    { monitoring: { dataCollection: { userInfo: 'no' } } },
    'adit.config: monitoring.dataCollection.userInfo is "no"; accepted: true or false',
  ],
  [
    { monitoring: { dataCollection: { cookies: { alow: [] } } } },
    'adit.config: monitoring.dataCollection.cookies.alow is not an option; accepted: allow, deny',
  ],
  [
    { monitoring: { dataCollection: { cookies: [] } } },
    'adit.config: monitoring.dataCollection.cookies is ; accepted: true, false or an object',
  ],
  [
    { monitoring: { replay: { blocks: '.card' } } },
    /^adit\.config: monitoring\.replay\.blocks is not an option; accepted: mask, unmask, block, /,
  ],
  [
    { tunnel: { times: { ingestTimeoutMs: '5s' } } },
    'adit.config: tunnel.times.ingestTimeoutMs is "5s"; accepted: a whole number of milliseconds',
  ],
  [
    { router: { preset: { routeLoadTimeout: 1 } } },
    'adit.config: router.preset.routeLoadTimeout is not an option; accepted: prefetchConcurrency, segmentPrefetchConcurrency, prefetchStaleTimeMs, routeLoadTimeoutMs, serverDataRetries',
  ],
  [
    { router: { prefetch: { preset: { prefetchConcurrency: 'all' } } } },
    'adit.config: router.prefetch.preset.prefetchConcurrency is "all"; accepted: a number',
  ],
  [
    { monitoring: { replay: true } },
    'adit.config: monitoring.replay is true; accepted: an object, or a function that loads it',
  ],
  [
    { monitoring: { load: 'late' } },
    'adit.config: monitoring.load is "late"; accepted: "needed" or "always"',
  ],
  [{ tunnel: 'on' }, 'adit.config: tunnel is "on"; accepted: an object'],
  [
    { screens: { locale: 'de_DE!' } },
    'adit.config: screens.locale is "de_DE!"; accepted: a language tag, such as "de"',
  ],
  [{ screens: { texts: 'en' } }, 'adit.config: screens.texts is "en"; accepted: an object'],
  [
    { screens: { texts: { lang: 'German words' } } },
    'adit.config: screens.texts.lang is "German words"; accepted: a language tag, such as "de"',
  ],
  [
    { screens: { texts: { lang: 7 } } },
    'adit.config: screens.texts.lang is 7; accepted: a language tag, such as "de"',
  ],
  [{ screens: { texts: { dir: 'up' } } }, 'adit.config: screens.texts.dir is "up"; accepted: ltr or rtl'],
  [
    { screens: { texts: { lang: 'de', notFound: {} } } },
    'adit.config: screens.texts.dir is undefined; accepted: a text, because the rest is not in de',
  ],
  [
    { screens: { texts: { notFound: { headline: 'x' } } } },
    'adit.config: screens.texts.notFound is "headline"; accepted: texts named heading, impact, advice',
  ],
  [
    { screens: { texts: { notFound: 'x' } } },
    'adit.config: screens.texts.notFound is "x"; accepted: an object',
  ],
  [
    { screens: { texts: { notFound: { heading: null } } } },
    'adit.config: screens.texts.notFound.heading is null; accepted: a text',
  ],
])('throws one line for %j', (options, message) => {
  expect(() => checkOptions(options)).toThrow(typeof message === 'string' ? new TypeError(message) : message);
});

it('does not take a name that every object has for an option', () => {
  expect(() => checkOptions({ monitoring: { constructor: 1 } })).toThrow(
    'monitoring.constructor is not an option',
  );
});

it('shows at most 100 characters of a value', () => {
  expect(() => checkOptions({ monitoring: { beforeSend: 'x'.repeat(500) } })).toThrow(/is "x{99}; accepted/);
});

it('accepts a whole set of another language, and names what is missing in it', () => {
  const texts = { ...classicTexts, lang: 'cs' };
  expect(checkOptions({ screens: { texts } })).toEqual({ screens: { texts } });
  const { impact, ...error } = texts.error;
  expect(impact).not.toBe('');
  expect(() => checkOptions({ screens: { texts: { ...texts, error } } })).toThrow(
    'adit.config: screens.texts.error.impact is undefined; accepted: a text, because the rest is not in cs',
  );
});

it('the names of the texts that the doctor reads in adit.config are those of the screens', () => {
  const namesIn = (path: string, texts: object): string[] =>
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'string' ? [`${path}.${name}`] : namesIn(`${path}.${name}`, text as object),
    );
  const known = Object.entries(ADIT_OPTIONS)
    .filter(([part]) => /^screens\.texts/.test(part))
    .flatMap(([part, kinds]) =>
      Object.entries(kinds).flatMap(([name, kind]) => (kind === 'object' ? [] : [`${part}.${name}`])),
    );

  expect(known.sort()).toEqual(namesIn('screens.texts', classicTexts).sort());
});

it('the names in each part are those of its type', () => {
  type Prefetch = Exclude<RouterOptions['prefetch'], false | undefined>;
  type DataCollection = NonNullable<MonitoringSettings['dataCollection']>;
  type KeysOf<Part> = Part extends object ? keyof Part : never;
  /** The fields of each object of a union. */
  type Fields<Part> = Record<KeysOf<Part>, unknown>;
  // The compiler asks for each name of the type, and refuses any other.
  const namesOf = <Part>(names: Record<keyof Part, 1>): string[] => Object.keys(names).sort();
  const known = (part: string): string[] => Object.keys(ADIT_OPTIONS[part] ?? {}).sort();

  expect(known('monitoring.limits')).toEqual(Object.keys(defineMonitoring({}).limits).sort());
  expect(known('tunnel.times')).toEqual(
    namesOf<TunnelTimes>({
      bodyTimeoutMs: 1,
      ingestTimeoutMs: 1,
      defaultBackOffMs: 1,
      spoolMaxAgeMs: 1,
      reportIntervalMs: 1,
    }),
  );
  expect(known('router.prefetch')).toEqual(
    namesOf<Prefetch>({
      preset: 1,
      enabled: 1,
      conditions: 1,
      page: 1,
      budget: 1,
      slowNetworkGuesses: 1,
      intentReserve: 1,
      clock: 1,
    }),
  );
  expect(known('router.prefetch.budget')).toEqual(
    namesOf<NonNullable<Prefetch['budget']>>({
      allowedOrigins: 1,
      slowNetworks: 1,
      maxRequests: 1,
      maxBytes: 1,
      guessBurst: 1,
      guessesPerSecond: 1,
      maxRepeats: 1,
      repeatWindowMs: 1,
      maxTracked: 1,
    }),
  );
  // Of versions other than the installed one.
  const others = new Set(['queryParams', 'mcp']);
  expect(known('monitoring.dataCollection').filter((name) => !others.has(name))).toEqual(
    namesOf<DataCollection>({
      userInfo: 1,
      cookies: 1,
      httpHeaders: 1,
      httpBodies: 1,
      urlQueryParams: 1,
      graphQL: 1,
      genAI: 1,
      databaseQueryData: 1,
      queues: 1,
      stackFrameVariables: 1,
      frameContextLines: 1,
    }),
  );
  expect(known('monitoring.dataCollection.httpHeaders')).toEqual(
    namesOf<Fields<DataCollection['httpHeaders']>>({ allow: 1, deny: 1, request: 1, response: 1 }),
  );
  const keys = namesOf<Fields<DataCollection['cookies']>>({ allow: 1, deny: 1 });
  for (const part of [
    'cookies',
    'httpHeaders.request',
    'queryParams',
    'urlQueryParams',
    'stackFrameVariables',
  ])
    expect(known(`monitoring.dataCollection.${part}`)).toEqual(keys);
  expect(known('monitoring.dataCollection.graphQL')).toEqual(
    namesOf<Fields<DataCollection['graphQL']>>({ document: 1, variables: 1 }),
  );
  expect(known('monitoring.dataCollection.genAI')).toEqual(
    namesOf<Fields<DataCollection['genAI']>>({ inputs: 1, outputs: 1 }),
  );
  expect(known('monitoring.replay')).toEqual(
    namesOf<Exclude<NonNullable<MonitoringSettings['replay']>, () => unknown>>({
      mask: 1,
      unmask: 1,
      block: 1,
      unblock: 1,
      ignore: 1,
      maskFn: 1,
      stickySession: 1,
      flushMinDelay: 1,
      flushMaxDelay: 1,
      useCompression: 1,
      workerUrl: 1,
      blockAllMedia: 1,
      maskAllInputs: 1,
      maskAllText: 1,
      mutationBreadcrumbLimit: 1,
      mutationLimit: 1,
      slowClickTimeout: 1,
      slowClickIgnoreSelectors: 1,
      minReplayDuration: 1,
      maxReplayDuration: 1,
      beforeAddRecordingEvent: 1,
      beforeErrorSampling: 1,
      onError: 1,
      attachRawBodyFromRequest: 1,
      _experiments: 1,
      networkDetailAllowUrls: 1,
      networkDetailDenyUrls: 1,
      networkCaptureBodies: 1,
      networkRequestHeaders: 1,
      networkResponseHeaders: 1,
      maskAttributes: 1,
    }),
  );
  expect([...BUILD_OPTIONS].sort()).toEqual(
    namesOf<BuildOptions>({ release: 1, sentry: 1, keepBuilds: 1, root: 1 }),
  );
  expect(known('router.preset')).toEqual(Object.keys(presets.spec).sort());
  expect(checkOptions({ router: { preset: presets.conservative } })).toBeDefined();
});
