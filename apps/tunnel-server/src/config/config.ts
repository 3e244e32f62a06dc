import { isAbsolute, resolve } from 'node:path';
import type { TunnelOptions, TunnelTimes } from '@adit/tunnel';
import { readAdminTokens, type AdminTokens } from './admin-tokens.ts';
import { ConfigError } from './config-error.ts';
import { LOG_LEVELS, type LogLevel } from '../log/log.ts';
import { readPolicyConfig, type PolicyConfig } from './policy-config.ts';
import { parseResourceAttributes } from './resource-attributes.ts';
import { DURATION, SIZE, parseQuantity, parseRate, type QuantityKind, type Rate } from './quantities.ts';
import { redact } from '../log/redact.ts';
import {
  isRedisAddress,
  parseRedisAddress,
  REDIS_ADDRESSES,
  type RedisAddress,
  type RedisTls,
} from './redis-address.ts';
import { readTls } from './redis-tls.ts';
import { createSettingReader, type ConfigSource, type SettingReader } from './setting-reader.ts';
import { SETTINGS, type Setting, type SettingKeyWithDefault } from './settings.ts';

/** A spool of this machine. */
export type LocalSpoolConfig =
  | { readonly kind: 'off' }
  | { readonly kind: 'memory' }
  /** The path is absolute. */
  | { readonly kind: 'disk'; readonly path: string };

/** The place where envelopes wait while ingest is unavailable. */
type SpoolConfig =
  | LocalSpoolConfig
  | { readonly kind: 'redis'; readonly address: RedisAddress; readonly insurance: LocalSpoolConfig };

/** The place of rate limits and the throttle. */
type LimitsConfig = { readonly kind: 'memory' } | { readonly kind: 'redis'; readonly address: RedisAddress };

/** The target of pushed metrics. */
interface PushConfig {
  readonly url: string;
  readonly intervalMs: number;
  /** Attributes of the resource. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Options for Redis, wherever it is. */
export interface RedisConfig {
  readonly prefix: string;
  readonly timeoutMs: number;
  readonly tls: RedisTls;
}

/** The server's configuration, as plain data. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly adminTokens: AdminTokens;
  /** Undefined if metrics are not pushed. */
  readonly push: PushConfig | undefined;
  readonly shutdownTimeoutMs: number;
  readonly workers: number;
  readonly logLevel: LogLevel;
  readonly spool: SpoolConfig;
  /** For all workers together. In Redis, for all replicas together. */
  readonly spoolMaxBytes: number;
  readonly limits: LimitsConfig;
  readonly redis: RedisConfig;
  readonly policy: PolicyConfig;
  /** Undefined if clients are not throttled. */
  readonly throttle: Rate | undefined;
  /** Not empty if the throttle is in Redis. */
  readonly throttleSecret: string;
  /**
   * The settings that pages may request, as JSON. Undefined with several DSNs: a page could not tell which one is its
   * own.
   */
  readonly pageSettings: string | undefined;
  /** The variable from which the DSNs were read. */
  readonly dsnVariable: string;
  readonly tunnel: Pick<
    TunnelOptions,
    'allowedDsns' | 'apiPath' | 'ingestOrigin' | 'maxEnvelopeBytes' | 'clientIp' | 'allowedOrigins'
  > &
    Required<Pick<TunnelOptions, 'path' | 'trustedProxies'>> & {
      readonly times: Required<Pick<TunnelTimes, 'ingestTimeoutMs' | 'spoolMaxAgeMs'>>;
    };
}

const MAX_PORT = 65_535;
const MAX_WORKERS = 64;

/** The limits of `createRedis`. */
const REDIS_TIMEOUT: QuantityKind = { ...DURATION, max: 60_000, accepted: 'a duration from 1ms to 60s' };
const CLIENT_IP_MODES = ['full', 'truncated', 'none'] as const;
const LOCAL_SPOOLS = 'off, memory or disk:PATH';

/** The fewest characters of the key for the throttle's hash. */
const MIN_SECRET_CHARS = 16;

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

function parseSpool(text: string, workingDirectory: string): LocalSpoolConfig | undefined {
  if (text === 'off' || text === 'memory') return { kind: text };
  const [, path = ''] = /^disk:(.+)$/s.exec(text) ?? [];
  if (path === '' || path.includes('\0')) return undefined;
  return { kind: 'disk', path: isAbsolute(path) ? path : resolve(workingDirectory, path) };
}

function readAddress({ text, fail }: SettingReader, key: 'spool' | 'limits'): RedisAddress | undefined {
  if (!isRedisAddress(text(key))) return undefined;
  return parseRedisAddress(text(key)) ?? fail(key, REDIS_ADDRESSES);
}

function readThrottleSecret({ given, fail }: SettingReader, isNeeded: boolean): string {
  const secret = given('throttleSecret');
  if (isNeeded && secret === undefined) {
    throw new ConfigError(
      `${SETTINGS.throttleSecret.name} is missing: use a random text of ${MIN_SECRET_CHARS} characters or more, ` +
        'the same for all replicas, because the throttle is in Redis.',
    );
  }
  if (secret !== undefined && secret.length < MIN_SECRET_CHARS) {
    fail('throttleSecret', `a random text of ${MIN_SECRET_CHARS} characters or more`);
  }
  return secret ?? '';
}

/** The path for metrics at an OTLP receiver. */
const METRICS_PATH = 'v1/metrics';

function readPush({ given, parsed, fail }: SettingReader): PushConfig | undefined {
  const endpoint = given('otlpEndpoint');
  const intervalMs = parsed(
    'otlpInterval',
    (value) => (/^[1-9]\d{2,8}$/.test(value) ? Number(value) : undefined),
    'a whole number of milliseconds from 100 to 999999999',
  );
  const attributes = parseResourceAttributes(given('otlpAttributes'));
  if (endpoint === undefined) return undefined;
  const base = `${endpoint.replace(/\/+$/, '')}/`;
  if (!/^https?:/.test(base) || !URL.canParse(METRICS_PATH, base)) {
    fail('otlpEndpoint', 'an http or https address such as http://collector:4318');
  }
  return { url: new URL(METRICS_PATH, base).href, intervalMs, attributes };
}

/**
 * Reads the server's settings. The tunnel itself checks DSNs, path, proxies and origins; see {@link toConfigError}.
 * @throws {@link ConfigError} for the first setting that is missing or invalid
 */
export function readConfig(source: ConfigSource): ServerConfig {
  const reader = createSettingReader(source);
  const { given, text, parsed, fail } = reader;

  const port = (key: SettingKeyWithDefault): number =>
    parsed(key, (value) => parseWholeNumber(value, 0, MAX_PORT), `a port from 0 to ${MAX_PORT}`);
  const quantity = (key: SettingKeyWithDefault, kind: QuantityKind): number =>
    parsed(key, (value) => parseQuantity(value, kind), kind.accepted);
  const choice = <T extends string>(key: SettingKeyWithDefault, choices: readonly T[]): T =>
    parsed(key, (value) => choices.find((one) => one === value), choices.join(', '));
  const local = (key: 'spool' | 'insurance', accepted: string): LocalSpoolConfig =>
    parsed(key, (value) => parseSpool(value, source.workingDirectory), accepted);

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

  const spoolAddress = readAddress(reader, 'spool');
  const limitsAddress = readAddress(reader, 'limits');
  const insurance = local('insurance', LOCAL_SPOOLS);
  const throttle =
    text('throttle') === 'off' ? undefined : parsed('throttle', parseRate, 'off, or a rate such as 300/min');
  if (limitsAddress === undefined && text('limits') !== 'memory')
    fail('limits', `memory, ${REDIS_ADDRESSES}`);

  const redisPrefix = parsed(
    'redisPrefix',
    (value) => (/^[\w.:-]{1,100}$/.test(value) ? value : undefined),
    'letters, digits and . : _ -, such as adit:',
  );

  return {
    host: text('host'),
    port: port('port'),
    adminHost: text('adminHost'),
    adminPort: port('adminPort'),
    adminTokens: readAdminTokens(given, text('adminHost')),
    push: readPush(reader),
    shutdownTimeoutMs: quantity('shutdownTimeout', DURATION),
    workers: parsed(
      'workers',
      (value) => parseWholeNumber(value, 1, MAX_WORKERS),
      `a whole number from 1 to ${MAX_WORKERS}`,
    ),
    logLevel: choice('logLevel', LOG_LEVELS),
    spool:
      spoolAddress === undefined
        ? local('spool', `off, memory, disk:PATH, ${REDIS_ADDRESSES}`)
        : { kind: 'redis', address: spoolAddress, insurance },
    spoolMaxBytes: quantity('spoolMaxBytes', SIZE),
    limits: limitsAddress === undefined ? { kind: 'memory' } : { kind: 'redis', address: limitsAddress },
    redis: {
      prefix: redisPrefix,
      timeoutMs: quantity('redisTimeout', REDIS_TIMEOUT),
      tls: readTls(reader, [spoolAddress, limitsAddress]),
    },
    policy: readPolicyConfig(reader, source.workingDirectory, (spoolAddress ?? limitsAddress) && redisPrefix),
    throttle,
    throttleSecret: readThrottleSecret(reader, throttle !== undefined && limitsAddress !== undefined),
    pageSettings: allowedDsns.length === 1 ? JSON.stringify(pageSettings) : undefined,
    dsnVariable: reader.variableOf(ownDsns.length > 0 ? 'dsns' : 'sentryDsn'),
    tunnel: {
      allowedDsns,
      path: text('path'),
      apiPath: given('apiPath'),
      ingestOrigin: given('ingestOrigin'),
      maxEnvelopeBytes: quantity('maxEnvelopeBytes', SIZE),
      trustedProxies: readList(given('trustedProxies')),
      clientIp: choice('clientIp', CLIENT_IP_MODES),
      allowedOrigins: allowedOrigins.length === 1 && allowedOrigins[0] === '*' ? '*' : allowedOrigins,
      times: {
        ingestTimeoutMs: quantity('ingestTimeout', DURATION),
        spoolMaxAgeMs: quantity('spoolMaxAge', DURATION),
      },
    },
  };
}

const OPTION_SETTINGS: Readonly<Record<string, Setting>> = {
  path: SETTINGS.path,
  apiPath: SETTINGS.apiPath,
  ingestOrigin: SETTINGS.ingestOrigin,
  maxEnvelopeBytes: SETTINGS.maxEnvelopeBytes,
  'times.ingestTimeoutMs': SETTINGS.ingestTimeout,
  trustedProxies: SETTINGS.trustedProxies,
  allowedOrigins: SETTINGS.allowedOrigins,
  'times.spoolMaxAgeMs': SETTINGS.spoolMaxAge,
};

/**
 * Translates an error of `createTunnel` from the name of its option to the name of the variable. The value in the
 * message is redacted again.
 */
export function toConfigError(error: unknown, { dsnVariable }: ServerConfig): ConfigError {
  const message = error instanceof Error ? error.message : String(error);
  const [, option = '', index = '', value = '', accepted = ''] =
    /^createTunnel: ([\w.]+)(\[\d+\])? is (.*?); accepted is (.*)\.$/s.exec(message) ?? [];
  const name = option === 'allowedDsns' ? dsnVariable : OPTION_SETTINGS[option]?.name;
  if (name === undefined) return new ConfigError(redact(message).replace(/\s+/g, ' '));
  return new ConfigError(`${name}${index}=${redact(value)} is not valid: use ${accepted}.`);
}
