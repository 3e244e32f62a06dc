import { mergeRateLimits, type RateLimit, type RateLimits } from '../../protocol/rate-limits.ts';
import { ignoreFailure } from '../../ignore-failure.ts';
import { createMemoryLimits } from '../memory-limits.ts';
import type { LimitStore } from '../stores.ts';
import { MERGE_LIMITS, READ_LIMITS } from './limit-scripts.ts';
import type { Redis } from './redis.ts';

/** How limits of all replicas are set up. */
export interface RedisLimitsOptions {
  redis: Redis;
  /** Milliseconds since the epoch. Default the system's clock. */
  now?: () => number;
  /** Called if Redis cannot be read or written. The limits learned here hold all the same. */
  onError?: (error: unknown) => void;
}

/** Rate limits that all replicas share. */
export interface RedisLimits extends LimitStore {
  readonly close: () => Promise<void>;
}

/** The time between two looks at Redis, in milliseconds: a message may be missed, and Redis may have been away. */
const READ_EVERY_MS = 2_000;

/** A limit that ends at most so much later, in milliseconds, is no news to others: each answer of ingest repeats its limits. */
const WORTH_TELLING_MS = 1_000;

/**
 * Shares rate limits with all replicas, and reads those that are in force. A replica that learns a limit tells the others
 * at once. Of two limits on the same category the one that ends later holds. While Redis is away each replica goes on with
 * what it knows.
 */
export async function createRedisLimits({
  redis,
  now = Date.now,
  onError = () => undefined,
}: RedisLimitsOptions): Promise<RedisLimits> {
  const local = createMemoryLimits();
  const keys = [`${redis.prefix}{limits}:table`, `${redis.prefix}{limits}:version`];
  const channel = `${redis.prefix}limits`;
  let version = '';

  /** Limits that Redis has dated by its clock. */
  const learn = (dsn: string, redisNowMs: number, dated: RateLimits): void => {
    const aheadMs = now() - redisNowMs;
    const limits = dated.map((limit) => ({ ...limit, untilMs: Math.round(limit.untilMs + aheadMs) }));
    const known = local.get(dsn);
    const merged = mergeRateLimits(known, limits.filter(isNews(known, CLOCK_TOLERANCE_MS)), now());
    if (merged !== undefined && merged !== known) local.set(dsn, merged);
  };
  const read = async (): Promise<void> => {
    const reply = (await redis.run(READ_LIMITS, keys, [version])) as readonly [
      Buffer,
      Buffer,
      readonly Buffer[],
    ];
    const [newVersion, time, table] = reply;
    for (let index = 0; index + 1 < table.length; index += 2) {
      learn(String(table[index]), Number(time), JSON.parse(String(table[index + 1])) as RateLimits);
    }
    version = String(newVersion);
  };
  /** DSNs whose limits Redis does not have yet. */
  const unshared = new Set<string>();
  /** What Redis was told last, by DSN. */
  const told = new Map<string, RateLimits>();
  const hasNews = (dsn: string): boolean =>
    (local.get(dsn) ?? []).some(isNews(told.get(dsn), WORTH_TELLING_MS));
  const share = async (dsn: string): Promise<void> => {
    unshared.add(dsn);
    const limits = local.get(dsn) ?? [];
    told.set(dsn, limits);
    const lasting = limits.map((limit) => ({ ...limit, untilMs: limit.untilMs - now() }));
    await redis.run(MERGE_LIMITS, keys, [dsn, JSON.stringify(lasting), channel]);
    if (!hasNews(dsn)) unshared.delete(dsn);
  };
  const synchronise = async (): Promise<void> => {
    subscribe();
    for (const dsn of unshared) await share(dsn);
    await read();
  };
  const report = (error: unknown): void => {
    void ignoreFailure(() => onError(error));
  };
  const onMessage = (message: string): void => {
    try {
      const { dsn, now: redisNowMs, version: newVersion, limits = [] } = JSON.parse(message) as Announcement;
      learn(dsn, redisNowMs, limits);
      // Nothing was missed, so there is nothing to read.
      if (newVersion === Number(version) + 1) version = String(newVersion);
    } catch (error) {
      report(error);
    }
  };
  let isSubscribed = false;
  /** The client subscribes again by itself after it has lost its connection, but only if it has succeeded once. */
  const subscribe = (): void => {
    if (isSubscribed) return;
    isSubscribed = true;
    redis.subscribe(channel, onMessage).catch((error: unknown) => {
      isSubscribed = false;
      report(error);
    });
  };

  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  const readAgain = (): void => {
    reading = synchronise().catch(report);
    timer = setTimeout(() => void reading.then(readUnlessClosed), READ_EVERY_MS);
    timer.unref();
  };
  const readUnlessClosed = (): void => {
    if (!isClosed) readAgain();
  };

  readAgain();
  await reading;

  return {
    get: local.get,
    set: (dsn, limits) => {
      local.set(dsn, limits);
      if (hasNews(dsn)) share(dsn).catch(report);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await reading;
      // Not awaited: a client without a connection may never answer.
      redis.unsubscribe(channel).catch(report);
    },
  };
}

interface Announcement {
  readonly dsn: string;
  readonly now: number;
  readonly version: number;
  /** Undefined for none. */
  readonly limits?: RateLimits;
}

/** The clocks of two processes may differ by so much, in milliseconds, without making a limit longer. */
const CLOCK_TOLERANCE_MS = 100;

/** Whether a limit is not known yet, or ends later by more than a tolerance. */
function isNews(known: RateLimits | undefined, toleranceMs: number): (limit: RateLimit) => boolean {
  return ({ category, scope, namespaces, untilMs }) => {
    const same = known?.find(
      (limit) => limit.category === category && limit.scope === scope && limit.namespaces === namespaces,
    );
    return same === undefined || untilMs > same.untilMs + toleranceMs;
  };
}
