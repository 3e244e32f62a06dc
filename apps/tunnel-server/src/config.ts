import { isAbsolute, resolve } from 'node:path';
import type { TunnelOptions } from '@adit/tunnel';
import { readAdminTokens, type AdminTokens } from './admin/admin-tokens.ts';
import { ConfigError } from './config-error.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { DURATION, SIZE, parseQuantity, parseRate, type QuantityKind, type Rate } from './quantities.ts';
import { redact, redactSetting } from './redact.ts';
import {
  SETTINGS,
  defaultOf,
  flagOf,
  type Setting,
  type SettingKey,
  type SettingKeyWithDefault,
} from './settings.ts';

/** Where envelopes wait while ingest is unavailable. */
type SpoolConfig =
  | { readonly kind: 'off' }
  | { readonly kind: 'memory' }
  /** The path is absolute. */
  | { readonly kind: 'disk'; readonly path: string };

/** The server's configuration, as plain data. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly adminTokens: AdminTokens;
  readonly shutdownTimeoutMs: number;
  readonly workers: number;
  readonly logLevel: LogLevel;
  readonly spool: SpoolConfig;
  /** For all workers together. */
  readonly spoolMaxBytes: number;
  /** Undefined if clients are not throttled. */
  readonly throttle: Rate | undefined;
  /** What pages may ask for, as JSON. Undefined with several DSNs: a page could not tell which one is its own. */
  readonly pageSettings: string | undefined;
  /** The variable that the DSNs were read from. */
  readonly dsnVariable: string;
  readonly tunnel: Pick<
    TunnelOptions,
    | 'allowedDsns'
    | 'path'
    | 'ingestOrigin'
    | 'maxEnvelopeBytes'
    | 'ingestTimeoutMs'
    | 'trustedProxies'
    | 'clientIp'
    | 'allowedOrigins'
    | 'spoolMaxAgeMs'
  >;
}

/** The sources of {@link readConfig}. */
interface ConfigSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of flags, by the name of their environment variable. They override `env`. */
  readonly flags?: ReadonlyMap<string, string>;
  /** The base of a relative spool path. */
  readonly workingDirectory: string;
}

const MAX_PORT = 65_535;
const MAX_WORKERS = 64;
const CLIENT_IP_MODES = ['full', 'truncated', 'none'] as const;
const REDIS = /^rediss?:/i;

interface Reader {
  /** The value of a setting; undefined if it is missing or blank. */
  readonly given: (key: SettingKey) => string | undefined;
  /** The value of a setting, or its default. */
  readonly text: (key: SettingKeyWithDefault) => string;
  /** The parsed value of a setting with a default. */
  readonly parsed: <T>(
    key: SettingKeyWithDefault,
    parse: (text: string) => T | undefined,
    accepted: string,
  ) => T;
  readonly fail: (key: SettingKey, accepted: string) => never;
}

function createReader({ env, flags }: ConfigSource): Reader {
  const flag = (key: SettingKey): string | undefined => flags?.get(SETTINGS[key].name)?.trim() || undefined;
  const given = (key: SettingKey): string | undefined =>
    flag(key) ?? (env[SETTINGS[key].name]?.trim() || undefined);
  const text = (key: SettingKeyWithDefault): string => given(key) ?? SETTINGS[key].fallback;
  const fail = (key: SettingKey, accepted: string): never => {
    const { name } = SETTINGS[key];
    const from = flag(key) === undefined ? '' : ` (${flagOf(name)})`;
    const value = JSON.stringify(redactSetting(given(key) ?? defaultOf(SETTINGS[key])));
    throw new ConfigError(`${name}=${value}${from} is not valid: use ${accepted}.`);
  };
  return { given, text, fail, parsed: (key, parse, accepted) => parse(text(key)) ?? fail(key, accepted) };
}

const readList = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function parseWholeNumber(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return number >= min && number <= max ? number : undefined;
}

function parseShare(text: string): number | undefined {
  const share = Number(text);
  return share >= 0 && share <= 1 ? share : undefined;
}

function parseSpool(text: string, workingDirectory: string): SpoolConfig | undefined {
  if (text === 'off' || text === 'memory') return { kind: text };
  const [, path = ''] = /^disk:(.+)$/s.exec(text) ?? [];
  if (path === '' || path.includes('\0')) return undefined;
  return { kind: 'disk', path: isAbsolute(path) ? path : resolve(workingDirectory, path) };
}

/**
 * Reads the server's settings. The tunnel itself checks DSNs, path, proxies and origins; see {@link toConfigError}.
 * @throws {@link ConfigError} for the first setting that is missing or not valid
 */
export function readConfig(source: ConfigSource): ServerConfig {
  const { given, text, parsed, fail } = createReader(source);

  const port = (key: SettingKeyWithDefault): number =>
    parsed(key, (value) => parseWholeNumber(value, 0, MAX_PORT), `a port from 0 to ${MAX_PORT}`);
  const quantity = (key: SettingKeyWithDefault, kind: QuantityKind): number =>
    parsed(key, (value) => parseQuantity(value, kind), kind.accepted);
  const choice = <T extends string>(key: SettingKeyWithDefault, choices: readonly T[]): T =>
    parsed(key, (value) => choices.find((one) => one === value), choices.join(', '));
  /** A Redis address must not look as if it were used. */
  const withoutRedis = (key: SettingKeyWithDefault, accepted: string): void => {
    if (REDIS.test(text(key))) fail(key, `${accepted}; redis:// is not supported yet`);
  };

  withoutRedis('spool', 'off, memory or disk:PATH');
  withoutRedis('limits', 'memory');
  choice('limits', ['memory']);

  const ownDsns = readList(given('dsns'));
  const allowedDsns = ownDsns.length > 0 ? ownDsns : readList(given('sentryDsn'));
  if (allowedDsns.length === 0) {
    throw new ConfigError(
      `${SETTINGS.dsns.name} is missing: use one or more DSNs, comma-separated, such as https://PUBLIC_KEY@HOST/PROJECT.`,
    );
  }
  const allowedOrigins = readList(given('allowedOrigins'));
  const traces = given('tracesSampleRate');
  const pageSettings = {
    dsn: allowedDsns[0],
    environment: given('environment'),
    tracesSampleRate:
      traces === undefined
        ? undefined
        : (parseShare(traces) ?? fail('tracesSampleRate', 'a number from 0 to 1')),
  };

  return {
    host: text('host'),
    port: port('port'),
    adminHost: text('adminHost'),
    adminPort: port('adminPort'),
    adminTokens: readAdminTokens(given, text('adminHost')),
    shutdownTimeoutMs: quantity('shutdownTimeout', DURATION),
    workers: parsed(
      'workers',
      (value) => parseWholeNumber(value, 1, MAX_WORKERS),
      `a whole number from 1 to ${MAX_WORKERS}`,
    ),
    logLevel: choice('logLevel', LOG_LEVELS),
    spool: parsed('spool', (value) => parseSpool(value, source.workingDirectory), 'off, memory or disk:PATH'),
    spoolMaxBytes: quantity('spoolMaxBytes', SIZE),
    throttle:
      text('throttle') === 'off'
        ? undefined
        : parsed('throttle', parseRate, 'off, or a rate such as 300/min'),
    pageSettings: allowedDsns.length === 1 ? JSON.stringify(pageSettings) : undefined,
    dsnVariable: ownDsns.length > 0 ? SETTINGS.dsns.name : SETTINGS.sentryDsn.name,
    tunnel: {
      allowedDsns,
      path: text('path'),
      ingestOrigin: given('ingestOrigin'),
      maxEnvelopeBytes: quantity('maxEnvelopeBytes', SIZE),
      ingestTimeoutMs: quantity('ingestTimeout', DURATION),
      trustedProxies: readList(given('trustedProxies')),
      clientIp: choice('clientIp', CLIENT_IP_MODES),
      allowedOrigins: allowedOrigins.length === 1 && allowedOrigins[0] === '*' ? '*' : allowedOrigins,
      spoolMaxAgeMs: quantity('spoolMaxAge', DURATION),
    },
  };
}

const OPTION_SETTINGS: Readonly<Record<string, Setting>> = {
  path: SETTINGS.path,
  ingestOrigin: SETTINGS.ingestOrigin,
  maxEnvelopeBytes: SETTINGS.maxEnvelopeBytes,
  ingestTimeoutMs: SETTINGS.ingestTimeout,
  trustedProxies: SETTINGS.trustedProxies,
  allowedOrigins: SETTINGS.allowedOrigins,
  spoolMaxAgeMs: SETTINGS.spoolMaxAge,
};

/**
 * Translates an error of `createTunnel` from the name of its option to the name of the variable. The value in the
 * message is redacted again.
 */
export function toConfigError(error: unknown, { dsnVariable }: ServerConfig): ConfigError {
  const message = error instanceof Error ? error.message : String(error);
  const [, option = '', index = '', value = '', accepted = ''] =
    /^createTunnel: (\w+)(\[\d+\])? is (.*?); accepted is (.*)\.$/s.exec(message) ?? [];
  const name = option === 'allowedDsns' ? dsnVariable : OPTION_SETTINGS[option]?.name;
  if (name === undefined) return new ConfigError(redact(message).replace(/\s+/g, ' '));
  return new ConfigError(`${name}${index}=${redact(value)} is not valid: use ${accepted}.`);
}
