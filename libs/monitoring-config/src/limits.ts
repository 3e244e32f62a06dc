import { MonitoringConfigError } from './config-error.ts';

/** The numbers that bound what one event costs and how often something is sent. */
export interface MonitoringLimits {
  /** Most frames in one stack trace. Default and maximum 50. */
  readonly stackFrames: number;
  /** Levels of `extra`, `contexts`, `user` and breadcrumb data that are kept. Default 3. */
  readonly normalizeDepth: number;
  /** Properties or elements that are kept of one object or array. Default 1000. */
  readonly normalizeMaxBreadth: number;
  /** Longest that a buffered log waits before it is sent, in milliseconds. Default 5000. */
  readonly logFlushIdleMs: number;
  /** Silence after a 429 that names no time, in milliseconds. 60000; the SDK knows no other. */
  readonly rateLimitBackoffMs: number;
  /** Errors that are linked to the captured one through `cause`. Default 5. */
  readonly linkedErrors: number;
}

interface LimitRow {
  readonly initial: number;
  readonly min: number;
  /** Left out where any larger number works. */
  readonly max?: number;
  /** Why the range is what it is, in the files of @sentry/core 11.8. */
  readonly source: string;
}

const LIMITS: Readonly<Record<keyof MonitoringLimits, LimitRow>> = {
  stackFrames: {
    initial: 50,
    min: 1,
    max: 50,
    source: 'utils/stacktrace.ts: STACKTRACE_FRAME_LIMIT cuts at 50 whatever the options say',
  },
  normalizeDepth: { initial: 3, min: 1, source: 'utils/prepareEvent.ts: 0 turns normalising off' },
  normalizeMaxBreadth: { initial: 1_000, min: 1, source: 'utils/prepareEvent.ts' },
  logFlushIdleMs: {
    initial: 5_000,
    min: 1,
    source: 'client.ts: option _flushInterval; 0 turns the timer off',
  },
  rateLimitBackoffMs: {
    initial: 60_000,
    min: 60_000,
    max: 60_000,
    source: 'utils/ratelimit.ts: written into updateRateLimits, no option reaches it',
  },
  linkedErrors: { initial: 5, min: 1, source: 'integrations/linkederrors.ts: 0 means the default' },
};

/** Names of the limits. */
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly (keyof MonitoringLimits)[];

/**
 * Fills in the defaults.
 * @throws {MonitoringConfigError} for a number the SDK would not honour, so that the description never says what is not so.
 */
export function resolveLimits(given: Partial<MonitoringLimits> = {}): MonitoringLimits {
  const resolve = (name: keyof MonitoringLimits): number => {
    const { initial, min, max = Infinity } = LIMITS[name];
    const value = given[name] ?? initial;
    if (!Number.isInteger(value) || value < min || value > max)
      throw new MonitoringConfigError(`limits.${name}`, value, acceptedRange(LIMITS[name]));
    return value;
  };
  return {
    stackFrames: resolve('stackFrames'),
    normalizeDepth: resolve('normalizeDepth'),
    normalizeMaxBreadth: resolve('normalizeMaxBreadth'),
    logFlushIdleMs: resolve('logFlushIdleMs'),
    rateLimitBackoffMs: resolve('rateLimitBackoffMs'),
    linkedErrors: resolve('linkedErrors'),
  };
}

function acceptedRange({ min, max }: LimitRow): string {
  if (max === undefined) return `a whole number of at least ${min}`;
  return min === max ? `${min} only, which is fixed in the SDK` : `a whole number from ${min} to ${max}`;
}
