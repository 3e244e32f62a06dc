import { MonitoringConfigError } from './config-error.ts';

/** Limits of the SDK for events and logs. */
export interface MonitoringLimits {
  /** Most frames in one stack trace. Default and maximum 50. */
  readonly stackFrames: number;
  /** Levels of `extra`, `contexts`, `user` and breadcrumb data that stay. Default 3. */
  readonly normalizeDepth: number;
  /** Properties or elements of one object or array that stay. Default 1000. */
  readonly normalizeMaxBreadth: number;
  /** Longest time that a buffered log waits, in milliseconds. Default 5000. */
  readonly logFlushIdleMs: number;
  /** Pause after a 429 without a time, in milliseconds. Always 60000; the SDK has no option for it. */
  readonly rateLimitBackoffMs: number;
  /** Most errors that are linked to the captured one through `cause`. Default 5. */
  readonly linkedErrors: number;
}

interface LimitRow {
  readonly initial: number;
  readonly min: number;
  /** Default: no maximum. */
  readonly max?: number;
}

// The ranges follow from @sentry/core 11.8.
const LIMITS: Readonly<Record<keyof MonitoringLimits, LimitRow>> = {
  // utils/stacktrace.ts: STACKTRACE_FRAME_LIMIT is 50 and no option changes it.
  stackFrames: { initial: 50, min: 1, max: 50 },
  // utils/prepareEvent.ts: 0 turns normalising off.
  normalizeDepth: { initial: 3, min: 1 },
  normalizeMaxBreadth: { initial: 1_000, min: 1 },
  // client.ts: 0 for `_flushInterval` turns the timer off.
  logFlushIdleMs: { initial: 5_000, min: 1 },
  // utils/ratelimit.ts: no option changes the number in updateRateLimits.
  rateLimitBackoffMs: { initial: 60_000, min: 60_000, max: 60_000 },
  // integrations/linkederrors.ts: 0 means the default.
  linkedErrors: { initial: 5, min: 1 },
};

/** Names of the limits. */
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly (keyof MonitoringLimits)[];

/** The limits if none is set. */
export const defaultLimits = (): MonitoringLimits =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMITS[name].initial])) as unknown as MonitoringLimits;

/**
 * Returns the limits with all defaults.
 * @throws {MonitoringConfigError} for a number that the SDK would ignore.
 */
export function resolveLimits(given: Partial<MonitoringLimits> = {}): MonitoringLimits {
  const resolve = (name: keyof MonitoringLimits): number => {
    const { initial, min, max = Infinity } = LIMITS[name];
    const value = given[name] ?? initial;
    if (!Number.isInteger(value) || value < min || value > max)
      throw new MonitoringConfigError(`limits.${name}`, value, acceptedRange(LIMITS[name]));
    return value;
  };
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, resolve(name)])) as unknown as MonitoringLimits;
}

function acceptedRange({ min, max }: LimitRow): string {
  if (max === undefined) return `a whole number of at least ${min}`;
  return min === max ? `${min} only, which is fixed in the SDK` : `a whole number from ${min} to ${max}`;
}
