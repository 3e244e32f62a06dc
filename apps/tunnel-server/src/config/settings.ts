import { DEFAULT_PATH } from '@adit/tunnel';

/** An environment variable, which is also a command-line flag. */
export type Setting = {
  readonly name: string;
  readonly meaning: string;
  /** Whether the value, or a part of it, must not be shown. Such a value may be in a file that `NAME_FILE` names. */
  readonly secret?: 'whole' | 'part';
} & (
  | {
      /** Used if the variable is missing or blank. */
      readonly fallback: string;
    }
  | {
      /** Describes the default in the help, for a setting without a default value. */
      readonly shownDefault: string;
    }
);

/** Every variable the server reads, in the order of the help and the README. */
export const SETTINGS = {
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on' },
  port: { name: 'PORT', fallback: '8787', meaning: 'port to listen on' },
  dsns: {
    name: 'ADIT_DSNS',
    secret: 'part',
    shownDefault: 'required',
    meaning: 'allowed DSNs, comma-separated',
  },
  sentryDsn: {
    name: 'SENTRY_DSN',
    secret: 'part',
    shownDefault: 'none',
    meaning: 'one allowed DSN, instead of `ADIT_DSNS`',
  },
  environment: {
    name: 'SENTRY_ENVIRONMENT',
    shownDefault: 'none',
    meaning: 'environment that the server gives to pages that ask for it',
  },
  tracesSampleRate: {
    name: 'SENTRY_TRACES_SAMPLE_RATE',
    shownDefault: 'none',
    meaning: 'share of traces that these pages send, from 0 to 1',
  },
  path: { name: 'ADIT_PATH', fallback: DEFAULT_PATH, meaning: 'tunnel path' },
  apiPath: {
    name: 'ADIT_API_PATH',
    shownDefault: 'closed',
    meaning: 'opens the API door for SDKs without a `tunnel` option: `/`, or a prefix',
  },
  ingestOrigin: {
    name: 'ADIT_INGEST_ORIGIN',
    shownDefault: 'from the DSN',
    meaning: 'send to this origin instead, such as a local receiver or your own Relay',
  },
  spool: {
    name: 'ADIT_SPOOL',
    secret: 'part',
    fallback: 'disk:./.adit/spool',
    meaning: 'where envelopes wait during outages: `off`, `memory`, `disk:PATH`, `redis://HOST`',
  },
  insurance: {
    name: 'ADIT_INSURANCE',
    fallback: 'disk:./.adit/insurance',
    meaning: 'where envelopes wait that Redis does not take: `off`, `memory`, `disk:PATH`',
  },
  spoolMaxBytes: {
    name: 'ADIT_SPOOL_MAX_BYTES',
    fallback: '500MiB',
    meaning: 'maximum size of the spool: of all workers, or in Redis of all replicas',
  },
  spoolMaxAge: {
    name: 'ADIT_SPOOL_MAX_AGE',
    fallback: '24h',
    meaning: 'maximum age of a stored envelope; older ones are dropped and reported',
  },
  limits: {
    name: 'ADIT_LIMITS',
    secret: 'part',
    fallback: 'memory',
    meaning: 'where rate limits and throttle are kept: `memory`, `redis://HOST`',
  },
  redisPrefix: {
    name: 'ADIT_REDIS_PREFIX',
    fallback: 'adit:',
    meaning: 'begins all names in Redis; deployments that share one need different ones',
  },
  redisTimeout: {
    name: 'ADIT_REDIS_TIMEOUT',
    fallback: '200ms',
    meaning: 'maximum time for Redis to answer; then insurance and own limits take over',
  },
  redisCa: {
    name: 'ADIT_REDIS_CA',
    secret: 'whole',
    shownDefault: 'those of Node',
    meaning: 'certificates of the authorities that vouch for Redis, as PEM',
  },
  redisCert: {
    name: 'ADIT_REDIS_CERT',
    secret: 'whole',
    shownDefault: 'none',
    meaning: 'certificate of this client for Redis, as PEM',
  },
  redisKey: {
    name: 'ADIT_REDIS_KEY',
    secret: 'whole',
    shownDefault: 'none',
    meaning: 'key of this certificate, as PEM',
  },
  policy: {
    name: 'ADIT_POLICY',
    shownDefault: 'built-in rules',
    meaning: 'noise, secrets, budgets: `off`, a path, an `https:` address, `redis:KEY`',
  },
  policyKey: {
    name: 'ADIT_POLICY_KEY',
    secret: 'whole',
    shownDefault: 'none',
    meaning: 'Ed25519 public key; only documents that its owner has signed are read',
  },
  trustedProxies: {
    name: 'ADIT_TRUSTED_PROXIES',
    shownDefault: 'none',
    meaning: 'addresses and CIDR blocks of proxies whose forwarding headers are used',
  },
  clientIp: {
    name: 'ADIT_CLIENT_IP',
    fallback: 'full',
    meaning: 'how much of the client address is sent to ingest: `full`, `truncated`, `none`',
  },
  allowedOrigins: {
    name: 'ADIT_ALLOWED_ORIGINS',
    shownDefault: 'same origin',
    meaning: 'further origins that may send envelopes, comma-separated; `*` for any',
  },
  maxEnvelopeBytes: {
    name: 'ADIT_MAX_ENVELOPE_BYTES',
    fallback: '200MiB',
    meaning: 'maximum size of an envelope, decoded',
  },
  throttle: {
    name: 'ADIT_THROTTLE',
    fallback: 'off',
    meaning: 'most requests of one IPv4 address or IPv6 /64, such as `300/min` (`/s`, `/h`)',
  },
  throttleSecret: {
    name: 'ADIT_THROTTLE_SECRET',
    secret: 'whole',
    shownDefault: 'none',
    meaning: 'key of the hash by which Redis knows addresses; the same for all replicas',
  },
  ingestTimeout: {
    name: 'ADIT_INGEST_TIMEOUT',
    fallback: '10s',
    meaning: 'maximum time for ingest to answer',
  },
  workers: {
    name: 'ADIT_WORKERS',
    fallback: '1',
    meaning: 'number of processes that share the port, 1 to 64',
  },
  adminHost: {
    name: 'ADIT_ADMIN_HOST',
    fallback: '127.0.0.1',
    meaning: 'address of the admin endpoints',
  },
  adminPort: {
    name: 'ADIT_ADMIN_PORT',
    fallback: '8788',
    meaning: 'port of the admin endpoints: health, metrics, state and control',
  },
  adminToken: {
    name: 'ADIT_ADMIN_TOKEN',
    secret: 'whole',
    shownDefault: 'none',
    meaning: 'token to read the state; required unless `ADIT_ADMIN_HOST` is loopback',
  },
  adminControlToken: {
    name: 'ADIT_ADMIN_CONTROL_TOKEN',
    secret: 'whole',
    shownDefault: 'none',
    meaning: 'token to read the state and control the server',
  },
  shutdownTimeout: {
    name: 'ADIT_SHUTDOWN_TIMEOUT',
    fallback: '10s',
    meaning: 'time for requests in flight after SIGTERM; then envelopes are spooled',
  },
  logLevel: {
    name: 'ADIT_LOG_LEVEL',
    fallback: 'info',
    meaning: 'lowest level to log: `error`, `warn`, `info`',
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    secret: 'part',
    shownDefault: 'none',
    meaning: 'pushes metrics there by OTLP, such as `http://collector:4318`',
  },
  otlpInterval: {
    name: 'OTEL_METRIC_EXPORT_INTERVAL',
    fallback: '60000',
    meaning: 'time between two pushes, in milliseconds',
  },
  otlpAttributes: {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    shownDefault: 'none',
    meaning: 'attributes of pushed metrics, such as `service.namespace=shop`',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** The names of the settings inside the program. */
export type SettingKey = keyof typeof SETTINGS;

/** The settings that have a default value. */
export type SettingKeyWithDefault = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { fallback: string } ? Key : never;
}[SettingKey];

/** {@link SETTINGS} as rows. */
export const SETTING_ROWS: readonly Setting[] = Object.values(SETTINGS);

/** The variable that names a file with the value of a setting. */
export const fileVariableOf = (name: string): string => `${name}_FILE`;

/** The variables that name files with secrets. */
export const FILE_VARIABLES: readonly string[] = SETTING_ROWS.filter(
  ({ secret }) => secret !== undefined,
).map(({ name }) => fileVariableOf(name));

/** Every variable the server reads. */
export const VARIABLES: readonly string[] = [...SETTING_ROWS.map(({ name }) => name), ...FILE_VARIABLES];

/** The flag of a variable: `ADIT_DSNS` is `--adit-dsns`. */
export const flagOf = (name: string): string => `--${name.toLowerCase().replaceAll('_', '-')}`;

/** The default of a setting, as the help shows it. */
export const defaultOf = (setting: Setting): string =>
  'fallback' in setting ? setting.fallback : setting.shownDefault;
