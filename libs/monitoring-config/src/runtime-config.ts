import { defineMonitoring, type Monitoring, type MonitoringOverrides } from './define-monitoring.ts';

/** Longest text that is parsed, in characters: a page's attribute is open to whatever rewrites the page. */
const MAX_TEXT_LENGTH = 4_096;

/**
 * The public values as compact JSON for an attribute such as `data-monitoring` on `<html>`, so that one build serves many
 * environments. Nothing in it can end an attribute value in double quotes once the host escapes quotes, a comment or a script.
 */
export function serializeRuntimeConfig({
  dsn,
  environment,
  release,
  tunnelPath,
  sampleRate,
  tracesSampleRate,
  noise,
}: Monitoring): string {
  const json = JSON.stringify({ dsn, environment, release, tunnelPath, sampleRate, tracesSampleRate, noise });
  return json.replace(
    /[<>&'\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Reads what {@link serializeRuntimeConfig} wrote, as overrides for `defineMonitoring`. Unknown keys are ignored; anything
 * else that is not as written makes all of it `undefined`, so a page that was tampered with falls back to what was built.
 */
export function parseRuntimeConfig(text: string | null | undefined): MonitoringOverrides | undefined {
  if (text == null || text.length > MAX_TEXT_LENGTH) return undefined;
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const { dsn, environment, release, tunnelPath, sampleRate, tracesSampleRate, noise } = value;
  const { disabled, dryRun } = isRecord(noise) ? noise : {};
  const isWellTyped =
    [dsn, environment, release, tunnelPath].every(isOptional('string')) &&
    [sampleRate, tracesSampleRate].every(isOptional('number')) &&
    (noise === undefined || isRecord(noise)) &&
    isOptional('boolean')(dryRun) &&
    (disabled === undefined || (Array.isArray(disabled) && disabled.every(isOptional('string'))));
  if (!isWellTyped) return undefined;

  const overrides: MonitoringOverrides = {
    ...(typeof dsn === 'string' && { dsn }),
    ...(typeof environment === 'string' && { environment }),
    ...(typeof release === 'string' && { release }),
    ...(typeof tunnelPath === 'string' && { tunnelPath }),
    ...(typeof sampleRate === 'number' && { sampleRate }),
    ...(typeof tracesSampleRate === 'number' && { tracesSampleRate }),
    noise: {
      disabled: Array.isArray(disabled) ? disabled.filter((id) => typeof id === 'string') : [],
      dryRun: dryRun === true,
    },
  };
  return isAccepted(overrides) ? overrides : undefined;
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

function isOptional(type: 'string' | 'number' | 'boolean'): (value: unknown) => boolean {
  return (value) => value === undefined || typeof value === type;
}

/** The one place that knows what is valid is `defineMonitoring`; asking it here means it cannot throw in the browser. */
function isAccepted(overrides: MonitoringOverrides): boolean {
  try {
    defineMonitoring({}, overrides);
    return true;
  } catch {
    return false;
  }
}
