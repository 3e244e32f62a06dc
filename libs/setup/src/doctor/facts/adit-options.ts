/** What an option of `adit.config` accepts. `any`: not judged here. */
export type OptionKind =
  | 'text'
  | 'language'
  | 'texts'
  | 'boolean'
  | 'function'
  | 'object'
  | 'list'
  | 'number'
  | 'milliseconds'
  | 'switch'
  | 'any';

/** The options of each part of `adit.config`, as `@adit/next` checks them; a test compares the two. */
export const ADIT_OPTIONS: Readonly<Record<string, Readonly<Record<string, OptionKind>>>> = {
  '': { name: 'text', monitoring: 'object', router: 'switch', screens: 'object', tunnel: 'object' },
  monitoring: {
    dsn: 'text',
    environment: 'text',
    prefix: 'boolean',
    tunnelPath: 'text',
    ingestOrigin: 'text',
    sampleRate: 'number',
    tracesSampleRate: 'number',
    replaysSessionSampleRate: 'number',
    replaysOnErrorSampleRate: 'number',
    limits: 'object',
    noise: 'object',
    scrub: 'any',
    maxEventBytes: 'any',
    rules: 'list',
    beforeSend: 'function',
    dataCollection: 'object',
    integrations: 'function',
    user: 'function',
    feedback: 'any',
    quietMs: 'milliseconds',
    log: 'object',
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
  tunnel: {
    allowedOrigins: 'any',
    throttle: 'object',
    maxEnvelopeBytes: 'number',
    bodyTimeoutMs: 'milliseconds',
    ingestTimeoutMs: 'milliseconds',
    limits: 'object',
    defaultBackOffMs: 'milliseconds',
    spool: 'object',
    spoolMaxAgeMs: 'milliseconds',
    redeliveryDelayMs: 'milliseconds',
    reportIntervalMs: 'milliseconds',
    trustedProxies: 'list',
    clientIp: 'text',
    clock: 'object',
    onOutcome: 'function',
    onStoredOutcome: 'function',
    onSpoolError: 'function',
    onFault: 'function',
  },
};
