import {
  expectPromise,
  ignoreRejection,
  isThenable,
  type Clock,
  type RateLimit,
  type RateLimits,
} from '@adit/envelope';
import type { LimitStore, SpoolDepth, SpoolEntry, SpoolStore, ThrottleStore } from '@adit/spool';
import { withDeadline } from './deadline.ts';

type Report = (error: unknown) => void;

/** The longest time that a throttle may take, in milliseconds; after it, the request passes. */
export const THROTTLE_DEADLINE_MS = 1_000;

/**
 * The longest time that a spool may take to store an envelope, in milliseconds; after it, the envelope counts as not
 * stored.
 */
export const APPEND_DEADLINE_MS = 30_000;

/** A limit store that fails holds no limits. */
export function guardLimits(store: LimitStore, report: Report): LimitStore {
  /** Limits are requested for each envelope, and seldom change. */
  const known = new WeakSet<RateLimits>();
  return {
    get: (dsn) => {
      try {
        const limits: unknown = store.get(dsn);
        if (limits === undefined) return undefined;
        if (known.has(limits as RateLimits)) return limits as RateLimits;
        if (isRateLimits(limits)) {
          known.add(limits);
          return limits;
        }
        ignoreRejection(limits);
        report(new TypeError('get() gave no rate limits'));
      } catch (error) {
        report(error);
      }
      return undefined;
    },
    set: (dsn, limits) => {
      try {
        const asynchronous: { readonly set: (...args: Parameters<LimitStore['set']>) => unknown } = store;
        ignoreRejection(asynchronous.set(dsn, limits), report);
      } catch (error) {
        report(error);
      }
    },
  };
}

function isRateLimits(value: unknown): value is RateLimits {
  return (
    Array.isArray(value) &&
    value.every((limit: Partial<RateLimit> | null | undefined) => {
      const { category, scope, namespaces, reasonCode, untilMs } = limit ?? {};
      return typeof untilMs === 'number' && [category, scope, namespaces, reasonCode].every(isString);
    })
  );
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** A throttle that fails lets everyone pass. */
export function guardThrottle(store: ThrottleStore, clock: Clock, report: Report): ThrottleStore {
  const check = (waitMs: unknown): number => {
    if (typeof waitMs === 'number' && Number.isFinite(waitMs)) return waitMs;
    report(new TypeError('take() gave no waiting time'));
    return 0;
  };
  const pass = (error: unknown): number => {
    report(error);
    return 0;
  };
  return {
    take: (client, nowMs, shares) => {
      try {
        const wait: unknown = store.take(client, nowMs, shares);
        if (!isThenable(wait)) return check(wait);
        return withDeadline(clock, THROTTLE_DEADLINE_MS, 'take()', () => wait).then(check, pass);
      } catch (error) {
        return pass(error);
      }
    },
  };
}

/**
 * A spool that throws or returns an invalid value rejects; if it takes too long to store an envelope, the envelope
 * counts as not stored. Callers back off.
 */
export function guardSpool(store: SpoolStore, clock: Clock, report: Report): SpoolStore {
  const peek = async (look: () => Promise<SpoolEntry | undefined>): Promise<SpoolEntry | undefined> => {
    const entry: unknown = await look();
    if (entry === undefined || isEntry(entry)) return entry;
    throw new TypeError('the spool gave something that is no envelope');
  };
  const hasPeekBehind = store.peekBehind !== undefined;
  const hasWatch = store.watch !== undefined;
  const removeMany = store.removeMany?.bind(store);
  const { maxBytes, outlivesProcess } = store;
  return {
    append: (envelope) =>
      withDeadline(clock, APPEND_DEADLINE_MS, 'append()', () => expectPromise(store.append(envelope))),
    pendingDsns: () => {
      const dsns: unknown = store.pendingDsns();
      if (Array.isArray(dsns) && dsns.every(isString)) return dsns;
      ignoreRejection(dsns);
      throw new TypeError('pendingDsns() gave no DSNs');
    },
    peek: (dsn) => peek(() => store.peek(dsn)),
    ...(hasPeekBehind && { peekBehind: (dsn, behind) => peek(async () => store.peekBehind?.(dsn, behind)) }),
    remove: async (dsn) => {
      await expectPromise(store.remove(dsn));
    },
    ...(removeMany && {
      removeMany: async (dsn, count) => {
        const removed: unknown = await expectPromise(removeMany(dsn, count));
        return typeof removed === 'number' ? removed : count;
      },
    }),
    depth: () => {
      try {
        const depth: Partial<SpoolDepth> = store.depth();
        ignoreRejection(depth);
        const { envelopes, bytes } = depth;
        if (typeof envelopes === 'number' && typeof bytes === 'number') return { envelopes, bytes };
        report(new TypeError('depth() gave no numbers'));
      } catch (error) {
        report(error);
      }
      return { envelopes: 0, bytes: 0 };
    },
    ...(typeof maxBytes === 'number' && { maxBytes }),
    ...(outlivesProcess === true && { outlivesProcess }),
    lost: () => {
      try {
        const lost: unknown = store.lost?.() ?? 0;
        if (typeof lost === 'number') return lost;
        report(new TypeError('lost() gave no number'));
      } catch (error) {
        report(error);
      }
      return 0;
    },
    ...(hasWatch && {
      watch: (onStored) => {
        try {
          store.watch?.(onStored);
        } catch (error) {
          report(error);
        }
      },
    }),
    close: async () => {
      await store.close();
    },
  };
}

function isEntry(value: unknown): value is SpoolEntry {
  const { dsn, receivedAt, fields, bytes, read } = (value ?? {}) as Partial<SpoolEntry>;
  return (
    typeof dsn === 'string' &&
    typeof receivedAt === 'number' &&
    typeof fields === 'object' &&
    typeof bytes === 'number' &&
    typeof read === 'function'
  );
}
