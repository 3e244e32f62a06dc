import { NOISE_RULES, type NoiseRuleId, type ScrubOptions, type ScrubSettings } from '@adit/policy';
import { MonitoringConfigError } from './config-error.ts';
import { dsnOrigin, formatDsn, parseDsn, type Dsn } from '@adit/common';
import { deriveEnvironment } from './environment.ts';
import { defaultTracesSampleRate } from './default-sample-rate.ts';
import { resolveLimits, type MonitoringLimits } from './limits.ts';
import { deriveRelease } from './release.ts';
import { resolveScrub } from './resolve-scrub.ts';
import { MAX_EVENT_BYTES, MIN_EVENT_BYTES } from './trim-event.ts';
import { DEFAULT_TUNNEL_PATH, tunnelUrl } from './tunnel-url.ts';
import { readVariable, type EnvironmentRecord, type NamedValue } from './variables.ts';

/** Settings of the noise rules. */
export interface NoiseSettings {
  /** Rules that are switched off. Default none. */
  readonly disabled: readonly NoiseRuleId[];
  /** Whether to count and report without dropping. Default `false`. */
  readonly dryRun: boolean;
}

/** The monitoring settings of an application, for client, server and edge. All of them are frozen. */
export interface Monitoring {
  /** The DSN without its secret. If there is none, the SDK sends nothing. */
  readonly dsn?: string;
  readonly environment: string;
  readonly release?: string;
  /** The address to which browsers send: the tunnel path with the organization, project and region of the DSN, as `o`, `p` and `r`. */
  readonly tunnel?: string;
  /** The tunnel path: the path of your own origin to which browsers send envelopes. */
  readonly tunnelPath: string;
  /** The origin to which servers send envelopes, if not the DSN's. */
  readonly ingestOrigin?: string;
  /** The full address at `ingestOrigin`, with the public key. */
  readonly ingestUrl?: string;
  /** Origins of ingest. Requests to them count as monitoring's own. */
  readonly ingestOrigins: readonly string[];
  /** Share of error events that are sent, 0 to 1. */
  readonly sampleRate: number;
  /** Share of traces that are sent, 0 to 1. */
  readonly tracesSampleRate: number;
  /** Share of sessions that are recorded, 0 to 1. Browsers only. */
  readonly replaysSessionSampleRate: number;
  /** Share of errors that are sent with a recording of the minute before, 0 to 1. Browsers only. */
  readonly replaysOnErrorSampleRate: number;
  readonly limits: MonitoringLimits;
  readonly noise: NoiseSettings;
  /** Which secrets are removed; `false` for none. */
  readonly scrub: ScrubSettings | false;
  /** Most bytes of an event; larger events are trimmed. With `false` they are sent in full, and ingest refuses them. */
  readonly maxEventBytes: number | false;
}

/** Values that win over the environment record. `undefined` and blank texts are ignored. */
export interface MonitoringOverrides {
  /** Default `SENTRY_DSN`, else `NEXT_PUBLIC_SENTRY_DSN`. */
  dsn?: string | undefined;
  /** Used without a prefix. Default: from the variables. */
  environment?: string | undefined;
  /** Whether a platform's environment has the platform's name as a prefix. Default `true`. */
  prefix?: boolean | undefined;
  release?: string | undefined;
  /** Default `/monitoring-tunnel`. */
  tunnelPath?: string | undefined;
  /** Default `ADIT_INGEST_ORIGIN`, else the DSN's own origin. It may have a path, such as that of a gateway. */
  ingestOrigin?: string | undefined;
  /** Default 1. */
  sampleRate?: number | undefined;
  /** Default `SENTRY_TRACES_SAMPLE_RATE`, else 0.1 in production and 1 elsewhere. */
  tracesSampleRate?: number | undefined;
  /** Default `SENTRY_REPLAYS_SESSION_SAMPLE_RATE`, else 0. */
  replaysSessionSampleRate?: number | undefined;
  /** Default `SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE`, else 0. */
  replaysOnErrorSampleRate?: number | undefined;
  limits?: Partial<MonitoringLimits> | undefined;
  noise?: { disabled?: readonly string[] | undefined; dryRun?: boolean | undefined } | undefined;
  /** Default: the built-in names and forms. */
  scrub?: ScrubOptions | false | undefined;
  /** Default 1048576, ingest's limit; at least 65536. */
  maxEventBytes?: number | false | undefined;
}

/** A table, so that the types find a missing name. */
const OVERRIDES: Readonly<Record<keyof MonitoringOverrides, true>> = {
  dsn: true,
  environment: true,
  prefix: true,
  release: true,
  tunnelPath: true,
  ingestOrigin: true,
  sampleRate: true,
  tracesSampleRate: true,
  replaysSessionSampleRate: true,
  replaysOnErrorSampleRate: true,
  limits: true,
  noise: true,
  scrub: true,
  maxEventBytes: true,
};

const DSN_VARIABLES = ['SENTRY_DSN', 'NEXT_PUBLIC_SENTRY_DSN'] as const;
const INGEST_VARIABLES = ['ADIT_INGEST_ORIGIN'] as const;
const RATE_VARIABLES = {
  tracesSampleRate: ['SENTRY_TRACES_SAMPLE_RATE', 'NEXT_PUBLIC_SENTRY_TRACES_SAMPLE_RATE'],
  replaysSessionSampleRate: [
    'SENTRY_REPLAYS_SESSION_SAMPLE_RATE',
    'NEXT_PUBLIC_SENTRY_REPLAYS_SESSION_SAMPLE_RATE',
  ],
  replaysOnErrorSampleRate: [
    'SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE',
    'NEXT_PUBLIC_SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE',
  ],
} as const;

// Segments of unreserved characters. Every router and proxy passes them on unchanged, and none leads to another origin.
const TUNNEL_PATH = /^(?:\/[\w.~-]*[\w~-])+$/;
const ORIGIN = /^https?:\/\/(?:\[[:.%\w]+\]|[\w.-]+)(?::\d{1,5})?(?:\/[\w.~%-]+)*$/;

/**
 * Returns the monitoring settings of an application.
 * @throws {MonitoringConfigError} for the first unknown override or invalid value.
 */
export function defineMonitoring(env: EnvironmentRecord, overrides: MonitoringOverrides = {}): Monitoring {
  checkNames(overrides);
  const dsn = resolveDsn(given('dsn', overrides.dsn) ?? readVariable(env, DSN_VARIABLES));
  const environment = deriveEnvironment(env, overrides);
  const release = deriveRelease(env, overrides.release);
  const tunnelPath = resolveTunnelPath(given('tunnelPath', overrides.tunnelPath)?.value);
  const ingestOrigin = resolveOrigin(
    given('ingestOrigin', overrides.ingestOrigin) ?? readVariable(env, INGEST_VARIABLES),
  );
  const origins = [dsn && dsnOrigin(dsn), ingestOrigin].filter((origin) => origin !== undefined);

  return Object.freeze({
    ...(dsn && { dsn: formatDsn(dsn), tunnel: tunnelUrl(tunnelPath, dsn) }),
    environment,
    ...(release !== undefined && { release }),
    tunnelPath,
    ...(ingestOrigin !== undefined && { ingestOrigin }),
    ...(dsn && ingestOrigin !== undefined && { ingestUrl: ingestUrl(ingestOrigin, dsn) }),
    ingestOrigins: Object.freeze(origins),
    sampleRate: resolveRate({ name: 'sampleRate', value: overrides.sampleRate ?? 1 }),
    tracesSampleRate: findRate('tracesSampleRate', env, overrides) ?? defaultTracesSampleRate(environment),
    replaysSessionSampleRate: findRate('replaysSessionSampleRate', env, overrides) ?? 0,
    replaysOnErrorSampleRate: findRate('replaysOnErrorSampleRate', env, overrides) ?? 0,
    limits: Object.freeze(resolveLimits(overrides.limits)),
    noise: resolveNoise(overrides.noise),
    scrub: resolveScrub(overrides.scrub),
    maxEventBytes: resolveMaxEventBytes(overrides.maxEventBytes),
  });
}

function checkNames(overrides: object): void {
  for (const [name, value] of Object.entries(overrides)) {
    if (value !== undefined && !Object.hasOwn(OVERRIDES, name))
      throw new MonitoringConfigError(name, value, `only the overrides ${Object.keys(OVERRIDES).join(', ')}`);
  }
}

function given(name: string, value: string | undefined): NamedValue<string> | undefined {
  const trimmed = value?.trim();
  return trimmed ? { name, value: trimmed } : undefined;
}

function resolveDsn(found: NamedValue<string> | undefined): Dsn | undefined {
  if (found === undefined) return undefined;
  const dsn = parseDsn(found.value);
  if (dsn === undefined)
    throw new MonitoringConfigError(found.name, found.value, 'https://<public key>@<host>/<project number>');
  return dsn;
}

function resolveTunnelPath(path = DEFAULT_TUNNEL_PATH): string {
  if (!TUNNEL_PATH.test(path))
    throw new MonitoringConfigError(
      'tunnelPath',
      path,
      'a path such as /monitoring-tunnel, of letters, digits, ".", "_", "~" and "-", without a slash at the end',
    );
  return path;
}

function resolveOrigin(found: NamedValue<string> | undefined): string | undefined {
  const origin = found?.value.replace(/\/$/, '');
  if (found === undefined || origin === undefined) return undefined;
  if (!ORIGIN.test(origin))
    throw new MonitoringConfigError(
      found.name,
      found.value,
      'an http or https origin such as http://127.0.0.1:8969',
    );
  return origin;
}

/** The value given in code, else the first variable that is set. */
function findRate(
  name: keyof typeof RATE_VARIABLES,
  env: EnvironmentRecord,
  { [name]: value }: MonitoringOverrides,
): number | undefined {
  if (value !== undefined) return resolveRate({ name, value });
  const variable = readVariable(env, RATE_VARIABLES[name]);
  return variable && resolveRate({ name: variable.name, value: Number(variable.value) }, variable.value);
}

function resolveRate({ name, value }: NamedValue<number>, text: string | number = value): number {
  const isRate = typeof value === 'number' && value >= 0 && value <= 1;
  if (!isRate) throw new MonitoringConfigError(name, text, 'a number from 0 to 1');
  return value;
}

function resolveNoise({
  disabled = [],
  dryRun = false,
}: NonNullable<MonitoringOverrides['noise']> = {}): NoiseSettings {
  const ids = NOISE_RULES.map((rule) => rule.id);
  const known = disabled.map((name) => {
    const id = ids.find((candidate) => candidate === name);
    if (id === undefined) throw new MonitoringConfigError('noise.disabled', name, ids.join(', '));
    return id;
  });
  return Object.freeze({ disabled: Object.freeze(known), dryRun });
}

function resolveMaxEventBytes(bytes: number | false = MAX_EVENT_BYTES): number | false {
  if (bytes !== false && (!Number.isInteger(bytes) || bytes < MIN_EVENT_BYTES))
    throw new MonitoringConfigError('maxEventBytes', bytes, `a whole number of at least ${MIN_EVENT_BYTES}`);
  return bytes;
}

/** With the key in the query, receivers can authenticate without reading the envelope. */
function ingestUrl(origin: string, { projectId, publicKey }: Dsn): string {
  return `${origin}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`;
}
