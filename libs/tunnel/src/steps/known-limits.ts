import {
  formatRateLimits,
  pruneRateLimits,
  retryAfterSeconds,
  updateRateLimits,
  type RateLimits,
} from '../protocol/rate-limits.ts';
import type { LimitStore } from '../stores/stores.ts';
import type { UsableAnswer } from './send-envelope.ts';

/** What ingest has said about limits. */
export interface KnownLimits {
  /** Those in force for a DSN; `undefined` for none. */
  readonly inForce: (dsn: string) => RateLimits | undefined;
  /** Takes in what an answer says. */
  readonly learn: (dsn: string, answer: Pick<UsableAnswer, 'status' | 'headers'>) => void;
  /** When the last of them ends, in milliseconds since the epoch; now, where there is none. */
  readonly endOf: (dsn: string) => number;
  /** What a client is told of the limits in force: all of them, whatever its envelope held. Empty for none. */
  readonly headers: (dsn: string) => Readonly<Record<string, string>>;
}

const NO_HEADERS = Object.freeze({});

interface WrittenLimits {
  readonly limits: RateLimits;
  readonly headers: Readonly<Record<string, string>>;
  /** While they say the right number of seconds, in milliseconds since the epoch. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** When one of the limits has a second less to go. */
function nextSecond(limits: RateLimits, nowMs: number): number {
  return limits.reduce(
    (soonest, { untilMs }) => Math.min(soonest, nowMs + ((untilMs - nowMs) % 1_000 || 1_000)),
    Infinity,
  );
}

/** Creates {@link KnownLimits} over a store. */
export function createKnownLimits(
  store: LimitStore,
  now: () => number,
  defaultBackOffMs: number,
): KnownLimits {
  const inForce = (dsn: string): RateLimits | undefined => {
    const limits = store.get(dsn);
    if (limits === undefined) return undefined;
    const pruned = pruneRateLimits(limits, now());
    return pruned?.length === 0 ? undefined : pruned;
  };
  /** Under a limit many are told the same within a second. */
  const written = new Map<string, WrittenLimits>();
  return {
    inForce,
    learn: (dsn, { status, headers }) => {
      const known = store.get(dsn);
      const updated = updateRateLimits(known, { status, header: (name) => headers[name] }, now(), {
        defaultBackOffMs,
      });
      if (updated !== undefined && updated !== known) store.set(dsn, updated);
    },
    endOf: (dsn) => now() + 1_000 * retryAfterSeconds(inForce(dsn), now()),
    headers: (dsn) => {
      const limits = inForce(dsn);
      if (limits === undefined) return NO_HEADERS;
      const nowMs = now();
      const known = written.get(dsn);
      if (known?.limits === limits && nowMs >= known.fromMs && nowMs < known.untilMs) return known.headers;
      const headers = {
        'x-sentry-rate-limits': formatRateLimits(limits, nowMs),
        'retry-after': String(retryAfterSeconds(limits, nowMs)),
      };
      written.set(dsn, { limits, headers, fromMs: nowMs, untilMs: nextSecond(limits, nowMs) });
      return headers;
    },
  };
}
