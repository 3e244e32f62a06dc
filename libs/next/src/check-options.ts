import { findWrongText, isLanguage } from './check-texts.ts';
import type { AditOptions } from './options.ts';

type Kind =
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

const ACCEPTED: Readonly<Record<Exclude<Kind, 'any'>, string>> = {
  text: 'a text',
  language: 'a language tag, such as "de"',
  texts: 'an object',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
  list: 'a list',
  number: 'a number',
  milliseconds: 'a whole number of milliseconds',
  switch: 'an object or false',
};

/** The options of each part. Values of `monitoring` and `tunnel` that their libraries check are `any`. */
const KINDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
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

/**
 * Checks the options of `adit.config` and returns them.
 * @throws TypeError in one line for the first name or value that is not accepted
 */
export function checkOptions(options: unknown): AditOptions {
  checkPart('', options);
  for (const part of ['monitoring', 'router', 'screens', 'tunnel']) {
    const value = (options as Readonly<Record<string, unknown>>)[part];
    if (value) checkPart(part, value);
  }
  return options as AditOptions;
}

function checkPart(part: string, value: unknown): void {
  const kinds = KINDS[part] ?? {};
  if (!isKind('object', value)) throw wrong(part || 'the default export', value, ACCEPTED.object);
  for (const [name, found] of Object.entries(value as object)) {
    const path = part ? `${part}.${name}` : name;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined)
      throw new TypeError(
        `adit.config: ${path} is not an option; accepted: ${Object.keys(kinds).join(', ')}`,
      );
    if (kind === 'any' || found === undefined) continue;
    if (!isKind(kind, found)) throw wrong(path, found, ACCEPTED[kind]);
    const text = kind === 'texts' && findWrongText(found as object);
    if (text) throw wrong(text.path, text.value, text.accepted);
  }
}

function isKind(kind: Exclude<Kind, 'any'>, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'list':
      return Array.isArray(value);
    case 'language':
      return isLanguage(value);
    case 'texts':
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'switch':
      return value === false || isKind('object', value);
    case 'milliseconds':
      return Number.isSafeInteger(value) && (value as number) >= 0;
    default:
      return typeof value === kind && !Number.isNaN(value);
  }
}

function wrong(path: string, value: unknown, accepted: string): TypeError {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : String(value);
  return new TypeError(`adit.config: ${path} is ${shown.slice(0, 100)}; accepted: ${accepted}`);
}
