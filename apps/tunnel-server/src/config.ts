import type { TunnelOptions } from '@adit/tunnel';

/** A wrong value in the environment, told in one line: which variable, which value, what is accepted. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What the server needs to start. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly shutdownTimeoutMs: number;
  readonly tunnel: Pick<
    TunnelOptions,
    | 'allowedDsns'
    | 'path'
    | 'ingestOrigin'
    | 'maxEnvelopeBytes'
    | 'ingestTimeoutMs'
    | 'trustedProxies'
    | 'clientIp'
  >;
}

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_PORT = 65_535;
/** The longest that a timer of Node waits; more than that fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const CLIENT_IP_MODES = ['full', 'truncated', 'none'] as const;

/** Settings this release has only one answer for; anything else must not be taken silently. */
const FIXED: readonly { name: string; accepted: string }[] = [
  { name: 'ADIT_SPOOL', accepted: 'off' },
  { name: 'ADIT_LIMITS', accepted: 'off' },
  { name: 'ADIT_THROTTLE', accepted: 'off' },
  { name: 'ADIT_WORKERS', accepted: '1' },
  { name: 'ADIT_ALLOWED_ORIGINS', accepted: '*' },
];

/** A blank variable means the same as none. */
const readText = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined;

function fail(name: string, value: string, accepted: string): never {
  throw new ConfigError(`${name}=${JSON.stringify(value)} is not valid: use ${accepted}.`);
}

function readPort(env: Environment, name: string, fallback: number): number {
  const value = readText(env, name);
  if (value === undefined) return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN;
  return port <= MAX_PORT ? port : fail(name, value, 'a port from 0 to 65535');
}

interface Quantity {
  readonly units: Readonly<Record<string, number>>;
  readonly max: number;
  readonly accepted: string;
}

const DURATION: Quantity = {
  units: { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 },
  max: MAX_TIMER_MS,
  accepted: 'a duration such as 500ms, 10s or 1m',
};

const SIZE: Quantity = {
  units: { '': 1, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 },
  max: Number.MAX_SAFE_INTEGER,
  accepted: 'a size such as 1048576, 512KiB or 200MiB',
};

function readQuantity(
  env: Environment,
  name: string,
  fallback: string,
  { units, max, accepted }: Quantity,
): number {
  const value = readText(env, name) ?? fallback;
  const [, amount, unit = ''] = /^(\d+)([A-Za-z]*)$/.exec(value) ?? [];
  const quantity = Number(amount) * (units[unit] ?? NaN);
  return quantity > 0 && quantity <= max ? quantity : fail(name, value, accepted);
}

const readList = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function readClientIp(env: Environment): (typeof CLIENT_IP_MODES)[number] {
  const value = readText(env, 'ADIT_CLIENT_IP') ?? 'full';
  return (
    CLIENT_IP_MODES.find((mode) => mode === value) ??
    fail('ADIT_CLIENT_IP', value, CLIENT_IP_MODES.join(', '))
  );
}

/**
 * Reads the server's environment. What the tunnel itself checks (DSNs, path, proxies, origin) is left to it.
 * @throws {@link ConfigError} for the first variable that is missing or not valid.
 */
export function readConfig(env: Environment): ServerConfig {
  for (const { name, accepted } of FIXED) {
    const value = readText(env, name);
    if (value !== undefined && value !== accepted)
      fail(name, value, `${accepted}, the only one in this release`);
  }
  const allowedDsns = readList(readText(env, 'ADIT_DSNS') ?? readText(env, 'SENTRY_DSN'));
  if (allowedDsns.length === 0)
    throw new ConfigError('ADIT_DSNS is missing: use one or more DSNs, comma-separated.');
  return {
    host: readText(env, 'HOST') ?? '127.0.0.1',
    port: readPort(env, 'PORT', 8787),
    adminHost: readText(env, 'ADIT_ADMIN_HOST') ?? '127.0.0.1',
    adminPort: readPort(env, 'ADIT_ADMIN_PORT', 8788),
    shutdownTimeoutMs: readQuantity(env, 'ADIT_SHUTDOWN_TIMEOUT', '10s', DURATION),
    tunnel: {
      allowedDsns,
      path: readText(env, 'ADIT_PATH'),
      ingestOrigin: readText(env, 'ADIT_INGEST_ORIGIN'),
      maxEnvelopeBytes: readQuantity(env, 'ADIT_MAX_ENVELOPE_BYTES', '200MiB', SIZE),
      ingestTimeoutMs: readQuantity(env, 'ADIT_INGEST_TIMEOUT', '10s', DURATION),
      trustedProxies: readList(readText(env, 'ADIT_TRUSTED_PROXIES')),
      clientIp: readClientIp(env),
    },
  };
}
