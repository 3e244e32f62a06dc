import { defineMonitoring, type Monitoring, type MonitoringOverrides } from './define-monitoring.ts';
import { LIMIT_NAMES, resolveLimits } from './limits.ts';
import { resolveScrub } from './resolve-scrub.ts';
import { MAX_EVENT_BYTES } from './trim-event.ts';

/** Longest text that is parsed, in characters: scripts and extensions can rewrite a page. */
const MAX_TEXT_LENGTH = 8_192;

/** The attribute of `<html>` that carries the settings. `startMonitoring` of @adit/monitoring-client reads it too. */
const ATTRIBUTE = 'data-monitoring';

/** The part of a browser's `document` that is read. */
export interface RuntimeDocument {
  readonly documentElement: { getAttribute: (name: string) => string | null };
}

/**
 * Returns the public settings as compact JSON for the attribute `data-monitoring` of `<html>`, so that one build serves many
 * environments. The host must escape double quotes, as React does. The text holds no `<`, `>`, `&` or `'`.
 */
export function serializeRuntimeConfig({
  dsn,
  environment,
  release,
  tunnel,
  tunnelPath,
  sampleRate,
  tracesSampleRate,
  replaysSessionSampleRate,
  replaysOnErrorSampleRate,
  limits,
  noise,
  scrub,
  maxEventBytes,
}: Monitoring): string {
  // Every page carries this text, so defaults that few applications change are left out.
  const unlessDefault = <T>(value: T, initial: T): T | undefined =>
    JSON.stringify(value) === JSON.stringify(initial) ? undefined : value;
  const json = JSON.stringify({
    dsn,
    environment,
    release,
    // `startMonitoring` uses it unchanged and has no code to derive it.
    tunnel,
    tunnelPath,
    sampleRate,
    tracesSampleRate,
    replaysSessionSampleRate: unlessDefault(replaysSessionSampleRate, 0),
    replaysOnErrorSampleRate: unlessDefault(replaysOnErrorSampleRate, 0),
    limits: unlessDefault(limits, resolveLimits()),
    noise,
    scrub: unlessDefault(scrub, resolveScrub()),
    maxEventBytes: unlessDefault(maxEventBytes, MAX_EVENT_BYTES),
  });
  return json.replace(
    /[<>&'\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Reads the settings that the server wrote into the document, as overrides for `defineMonitoring`. A setting that is missing or
 * invalid is taken from `built`, the values of the build. Default for `built`: none.
 */
export function readRuntimeConfig(
  document: RuntimeDocument,
  built: MonitoringOverrides = {},
): MonitoringOverrides {
  return merge(built, parseRuntimeConfig(document.documentElement.getAttribute(ATTRIBUTE)));
}

/**
 * Warns in one line if the document names another environment, release, DSN or tunnel path than the one in use: events of server
 * and browser would not be found together.
 */
export function warnOnMismatch(
  document: RuntimeDocument,
  used: Pick<Monitoring, ComparedField>,
  warn: (line: string) => void,
): void {
  const text = document.documentElement.getAttribute(ATTRIBUTE) ?? '';
  const value = parseJson(text.slice(0, MAX_TEXT_LENGTH));
  const said = isRecord(value) ? value : {};
  const parts = COMPARED_FIELDS.filter((field) => isText(said[field]) && said[field] !== used[field]).map(
    (field) => `${field} is ${show(said[field])} on the server and ${show(used[field])} in the client`,
  );
  if (parts.length > 0) warn(`Monitoring differs: ${parts.join('; ')}`);
}

type ComparedField = 'environment' | 'release' | 'dsn' | 'tunnelPath';

const COMPARED_FIELDS: readonly ComparedField[] = ['environment', 'release', 'dsn', 'tunnelPath'];

/** Longest part of a value that a warning repeats, in characters. */
const SHOWN_VALUE_LENGTH = 200;

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_VALUE_LENGTH)) : 'not set';
}

/** Reads a text of {@link serializeRuntimeConfig}. Fields that are missing, unknown or not valid are left out. */
function parseRuntimeConfig(text: string | null): MonitoringOverrides {
  const value = text === null || text.length > MAX_TEXT_LENGTH ? undefined : parseJson(text);
  if (!isRecord(value)) return {};
  const { dsn, environment, release, tunnelPath, sampleRate, tracesSampleRate, noise, scrub } = value;
  const { replaysSessionSampleRate, replaysOnErrorSampleRate, maxEventBytes } = value;
  const limits = isRecord(value['limits']) ? value['limits'] : {};
  const { disabled, dryRun } = isRecord(noise) ? noise : {};
  const secrets = isRecord(scrub) ? scrub : {};
  const { parameters, allowed, emails, opaqueValues } = secrets;
  const fields: readonly (MonitoringOverrides | false)[] = [
    isText(dsn) && { dsn },
    isText(environment) && { environment },
    isText(release) && { release },
    isText(tunnelPath) && { tunnelPath },
    typeof sampleRate === 'number' && { sampleRate },
    typeof tracesSampleRate === 'number' && { tracesSampleRate },
    typeof replaysSessionSampleRate === 'number' && { replaysSessionSampleRate },
    typeof replaysOnErrorSampleRate === 'number' && { replaysOnErrorSampleRate },
    ...LIMIT_NAMES.map((name) => typeof limits[name] === 'number' && { limits: { [name]: limits[name] } }),
    isTextList(disabled) && { noise: { disabled } },
    typeof dryRun === 'boolean' && { noise: { dryRun } },
    scrub === false && { scrub },
    isTextList(parameters) && { scrub: { parameters } },
    isTextList(allowed) && { scrub: { allowed } },
    typeof emails === 'boolean' && { scrub: { emails } },
    typeof opaqueValues === 'boolean' && { scrub: { opaqueValues } },
    isTextList(secrets['disabled']) && { scrub: { disabled: secrets['disabled'] } },
    typeof secrets['dryRun'] === 'boolean' && { scrub: { dryRun: secrets['dryRun'] } },
    (typeof maxEventBytes === 'number' || maxEventBytes === false) && { maxEventBytes },
  ];
  return fields
    .filter((field) => field !== false)
    .filter(isAccepted)
    .reduce(merge, {});
}

/** Later fields win, those of `limits`, `noise` and `scrub` one by one. */
function merge(earlier: MonitoringOverrides, later: MonitoringOverrides): MonitoringOverrides {
  const limits = (earlier.limits ?? later.limits) && { ...earlier.limits, ...later.limits };
  const noise = (earlier.noise ?? later.noise) && { ...earlier.noise, ...later.noise };
  const scrub = earlier.scrub && later.scrub ? { ...earlier.scrub, ...later.scrub } : undefined;
  return {
    ...earlier,
    ...later,
    ...(limits && { limits }),
    ...(noise && { noise }),
    ...(scrub && { scrub }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A blank text counts as missing. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** Whether `defineMonitoring` accepts the value, so that it cannot throw in the browser. */
function isAccepted(overrides: MonitoringOverrides): boolean {
  try {
    defineMonitoring({}, overrides);
    return true;
  } catch {
    return false;
  }
}
