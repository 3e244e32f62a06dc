import { isMisspelt } from './is-misspelt.ts';
import { SDK_OPTIONS } from './sdk-options.ts';

/** The kind of value that an option of `adit.config` accepts. `any`: its own library checks it. */
export type OptionKind =
  | 'text'
  | 'origin'
  | 'language'
  | 'texts'
  | 'boolean'
  | 'function'
  | 'object'
  | 'list'
  | 'number'
  | 'milliseconds'
  | 'switch'
  | 'collected'
  | 'loaded'
  | 'need'
  | 'place'
  | 'any';

/** The words for what a kind accepts. */
export const ACCEPTED: Readonly<Record<Exclude<OptionKind, 'any'>, string>> = {
  text: 'a text',
  origin: 'an origin, such as "https://tunnel.example.org"',
  language: 'a language tag, such as "de"',
  texts: 'an object',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
  list: 'a list',
  number: 'a number',
  milliseconds: 'a whole number of milliseconds',
  switch: 'an object or false',
  collected: 'true, false or an object',
  loaded: 'an object, or a function that loads it',
  need: '"needed" or "always"',
  place: '"tunnel" or "browser"',
};

/** The sentences of one screen. */
const SCREEN = { heading: 'text', impact: 'text', advice: 'text' } as const;

/** The screens with these sentences alone. */
const SCREENS = [
  'unauthorized',
  'forbidden',
  'notFound',
  'tooManyRequests',
  'maintenance',
  'error',
  'offline',
] as const;

const optionsOfScreens = <Kind>(kind: Kind, prefix = ''): Readonly<Record<string, Kind>> =>
  Object.fromEntries(SCREENS.map((name) => [`${prefix}${name}`, kind]));

/** A preset of the router. */
const PRESET = {
  prefetchConcurrency: 'number',
  segmentPrefetchConcurrency: 'number',
  prefetchStaleTimeMs: 'milliseconds',
  routeLoadTimeoutMs: 'milliseconds',
  serverDataRetries: 'number',
} as const;

/** The options of each part of `adit.config`, and of each part of a part. `@adit/next` checks values by it, and `@adit/doctor` the code. */
export const ADIT_OPTIONS: Readonly<Record<string, Readonly<Record<string, OptionKind>>>> = {
  '': { name: 'text', monitoring: 'object', router: 'switch', screens: 'object', tunnel: 'object' },
  monitoring: {
    enabled: 'boolean',
    dsn: 'text',
    environment: 'text',
    prefix: 'boolean',
    tunnelPath: 'text',
    tunnelOrigin: 'origin',
    ingestOrigin: 'text',
    sampleRate: 'number',
    tracesSampleRate: 'number',
    replaysSessionSampleRate: 'number',
    replaysOnErrorSampleRate: 'number',
    limits: 'object',
    noise: 'object',
    scrub: 'switch',
    maxEventBytes: 'any',
    rules: 'list',
    rulesIn: 'place',
    beforeSend: 'function',
    dataCollection: 'object',
    integrations: 'function',
    user: 'function',
    feedback: 'any',
    replay: 'loaded',
    keepErrors: 'boolean',
    load: 'need',
    quietMs: 'milliseconds',
    log: 'object',
  },
  'monitoring.limits': {
    stackFrames: 'number',
    normalizeDepth: 'number',
    normalizeMaxBreadth: 'number',
    logFlushIdleMs: 'milliseconds',
    rateLimitBackoffMs: 'milliseconds',
    linkedErrors: 'number',
  },
  ...SDK_OPTIONS,
  'monitoring.noise': { disabled: 'list', dryRun: 'boolean' },
  'monitoring.scrub': {
    parameters: 'list',
    allowed: 'list',
    emails: 'boolean',
    opaqueValues: 'boolean',
    disabled: 'list',
    dryRun: 'boolean',
  },
  router: {
    prefetch: 'switch',
    guardUnsavedInput: 'boolean',
    preset: 'object',
    deploymentId: 'text',
    versionUrl: 'text',
    versionPollMs: 'milliseconds',
    probeUrl: 'text',
    probeTimeoutMs: 'milliseconds',
    slowMs: 'milliseconds',
    documentTimeoutMs: 'milliseconds',
    reconnectSpreadMs: 'milliseconds',
    allowedOrigins: 'list',
    onEvent: 'function',
  },
  'router.preset': PRESET,
  'router.prefetch': {
    preset: 'object',
    enabled: 'function',
    conditions: 'function',
    page: 'function',
    budget: 'object',
    slowNetworkGuesses: 'number',
    intentReserve: 'number',
    clock: 'object',
  },
  'router.prefetch.preset': PRESET,
  'router.prefetch.budget': {
    allowedOrigins: 'list',
    slowNetworks: 'list',
    maxRequests: 'number',
    maxBytes: 'number',
    guessBurst: 'number',
    guessesPerSecond: 'number',
    maxRepeats: 'number',
    repeatWindowMs: 'milliseconds',
    maxTracked: 'number',
  },
  screens: {
    pack: 'text',
    locale: 'language',
    cookieName: 'text',
    followsDocument: 'boolean',
    homeHref: 'text',
    signInHref: 'text',
    searchHref: 'text',
    searchName: 'text',
    reportHref: 'text',
    contactHref: 'text',
    texts: 'texts',
  },
  'screens.texts': {
    lang: 'language',
    dir: 'text',
    ...optionsOfScreens('object' as const),
    globalError: 'object',
    update: 'object',
    inlineError: 'object',
    code: 'text',
    digest: 'text',
    retryAfter: 'text',
    searchLabel: 'text',
    actions: 'object',
    copied: 'text',
    copyByHand: 'text',
  },
  ...optionsOfScreens(SCREEN, 'screens.texts.'),
  'screens.texts.globalError': { ...SCREEN, clientSide: 'text', serverSide: 'text' },
  'screens.texts.offline': { ...SCREEN, held: 'text' },
  'screens.texts.update': { ...SCREEN, adviceInPart: 'text', sendAgain: 'text' },
  'screens.texts.inlineError': { heading: 'text', advice: 'text' },
  'screens.texts.actions': {
    home: 'text',
    back: 'text',
    signIn: 'text',
    reload: 'text',
    retry: 'text',
    update: 'text',
    search: 'text',
    report: 'text',
    contact: 'text',
    copy: 'text',
    close: 'text',
  },
  tunnel: {
    apiPath: 'text',
    allowedDsns: 'list',
    allowedOrigins: 'any',
    throttle: 'object',
    policy: 'switch',
    maxEnvelopeBytes: 'number',
    limits: 'object',
    spool: 'object',
    times: 'object',
    trustedProxies: 'list',
    clientIp: 'text',
    clock: 'object',
    tell: 'function',
  },
  'tunnel.times': {
    bodyTimeoutMs: 'milliseconds',
    ingestTimeoutMs: 'milliseconds',
    defaultBackOffMs: 'milliseconds',
    spoolMaxAgeMs: 'milliseconds',
    reportIntervalMs: 'milliseconds',
  },
};

/** The options of `withAdit`. */
export const BUILD_OPTIONS: readonly string[] = ['release', 'sentry', 'keepBuilds', 'root'];

/**
 * Whether a name is in a part of `adit.config`. `new`: a later version of the SDK may have it. Otherwise `wrong`.
 */
export function judgeName(part: string, name: string): 'known' | 'new' | 'wrong' {
  const kinds = ADIT_OPTIONS[part] ?? {};
  if (Object.hasOwn(kinds, name)) return 'known';
  return Object.hasOwn(SDK_OPTIONS, part) && !Object.keys(kinds).some((known) => isMisspelt(name, known))
    ? 'new'
    : 'wrong';
}

/** Whether a text is an origin alone, such as `https://tunnel.example.org`. */
export const isOrigin = (text: unknown): boolean =>
  typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text;
