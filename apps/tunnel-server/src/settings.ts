import { DEFAULT_PATH } from '@adit/tunnel';

/** One variable of the environment, which is a command-line flag as well. */
export type Setting = {
  readonly name: string;
  readonly meaning: string;
} & (
  | {
      /** Taken where it is missing or blank. */
      readonly fallback: string;
    }
  | {
      /** What is written for the default of a setting that the server does without. */
      readonly shownDefault: string;
    }
);

/** Every variable the server reads, in the order the help and the README show them. */
export const SETTINGS = {
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'address it listens at' },
  port: { name: 'PORT', fallback: '8787', meaning: 'port it listens at' },
  dsns: { name: 'ADIT_DSNS', shownDefault: 'required', meaning: 'allowed DSNs, comma-separated' },
  sentryDsn: {
    name: 'SENTRY_DSN',
    shownDefault: 'none',
    meaning: 'taken where `ADIT_DSNS` is missing',
  },
  path: { name: 'ADIT_PATH', fallback: DEFAULT_PATH, meaning: "the tunnel's path" },
  ingestOrigin: {
    name: 'ADIT_INGEST_ORIGIN',
    shownDefault: 'from the DSN',
    meaning: 'send to this origin instead: a local receiver, a Relay in front of Sentry',
  },
  spool: {
    name: 'ADIT_SPOOL',
    fallback: 'disk:./.adit/spool',
    meaning: 'where envelopes wait while ingest is away: `off`, `memory`, `disk:PATH`',
  },
  spoolMaxBytes: {
    name: 'ADIT_SPOOL_MAX_BYTES',
    fallback: '500MiB',
    meaning: 'the most the spool holds, over all workers',
  },
  spoolMaxAge: {
    name: 'ADIT_SPOOL_MAX_AGE',
    fallback: '24h',
    meaning: 'how long an envelope waits before it is given up',
  },
  limits: {
    name: 'ADIT_LIMITS',
    fallback: 'memory',
    meaning: 'where rate limits and throttle live: `memory`',
  },
  trustedProxies: {
    name: 'ADIT_TRUSTED_PROXIES',
    shownDefault: 'none',
    meaning: 'addresses and CIDR blocks whose forwarding headers are believed',
  },
  clientIp: {
    name: 'ADIT_CLIENT_IP',
    fallback: 'full',
    meaning: 'how much of the client address ingest is told: `full`, `truncated`, `none`',
  },
  allowedOrigins: {
    name: 'ADIT_ALLOWED_ORIGINS',
    shownDefault: 'same origin',
    meaning: 'further origins that may post, comma-separated; `*` for any',
  },
  maxEnvelopeBytes: {
    name: 'ADIT_MAX_ENVELOPE_BYTES',
    fallback: '200MiB',
    meaning: 'largest envelope, decoded',
  },
  throttle: {
    name: 'ADIT_THROTTLE',
    fallback: 'off',
    meaning: 'most requests of one IPv4 address or IPv6 /64, such as `300/min` (`/s`, `/h`)',
  },
  ingestTimeout: { name: 'ADIT_INGEST_TIMEOUT', fallback: '10s', meaning: 'for one forward' },
  workers: { name: 'ADIT_WORKERS', fallback: '1', meaning: 'processes sharing the port, 1 to 64' },
  adminHost: {
    name: 'ADIT_ADMIN_HOST',
    fallback: '127.0.0.1',
    meaning: 'address the admin endpoints listen at',
  },
  adminPort: {
    name: 'ADIT_ADMIN_PORT',
    fallback: '8788',
    meaning: 'port of `/healthz/live`, `/healthz/ready` and `/metrics`',
  },
  shutdownTimeout: {
    name: 'ADIT_SHUTDOWN_TIMEOUT',
    fallback: '10s',
    meaning: 'after SIGTERM: what is in flight has this long to finish, the rest is spooled',
  },
  logLevel: {
    name: 'ADIT_LOG_LEVEL',
    fallback: 'info',
    meaning: 'least that is logged: `error`, `warn`, `info`',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** The names the program uses for its settings. */
export type SettingKey = keyof typeof SETTINGS;

/** The settings that have a value whatever the environment says. */
export type SettingKeyWithDefault = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { fallback: string } ? Key : never;
}[SettingKey];

/** {@link SETTINGS} as rows. */
export const SETTING_ROWS: readonly Setting[] = Object.values(SETTINGS);

/** The flag of a variable: `ADIT_DSNS` is `--adit-dsns`. */
export const flagOf = (name: string): string => `--${name.toLowerCase().replaceAll('_', '-')}`;

/** What the default of a setting is called. */
export const defaultOf = (setting: Setting): string =>
  'fallback' in setting ? setting.fallback : setting.shownDefault;
