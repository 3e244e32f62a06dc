import { ignoreFailure, mergeRateLimits, type RateLimit, type RateLimits } from '@adit/envelope';
import { createMemoryLimits } from '../memory-limits.ts';
import type { LimitStore } from '../stores.ts';
import { MERGE_LIMITS, READ_LIMITS } from './limit-scripts.ts';
import type { Redis } from './redis.ts';

/** How limits shared by all replicas are set up. */
export interface RedisLimitsOptions {
  redis: Redis;
  /** Milliseconds since the epoch. Default the system's clock. */
  now?: () => number;
  /** Called if Redis cannot be read or written. Limits known to this process stay in force. */
  onError?: (error: unknown) => void;
}

/** Rate limits that all replicas share. */
export interface RedisLimits extends LimitStore {
  readonly close: () => Promise<void>;
}

/** The time between two reads of Redis, in milliseconds: a message may be lost, and Redis may have been away. */
const READ_EVERY_MS = 2_000;

/**
 * A limit that ends at most this much later, in milliseconds, is not shared again, because each answer of ingest
 * repeats its limits.
 */
const WORTH_TELLING_MS = 1_000;

/**
 * Shares rate limits with all replicas, and reads those in force. A replica that receives a limit tells the others at
 * once. Of two limits on the same category the one that ends later holds. While Redis is away, each replica uses the
 * limits it has.
 */
export async function createRedisLimits({
  redis,
  now = Date.now,
  onError = () => undefined,
}: RedisLimitsOptions): Promise<RedisLimits> {
  const context: LimitsContext = {
    redis,
    now,
    onError,
    local: createMemoryLimits(),
    keys: [`${redis.prefix}{limits}:table`, `${redis.prefix}{limits}:version`],
    channel: `${redis.prefix}limits`,
    version: '',
    unshared: new Set(),
    told: new Map(),
    isSubscribed: false,
    isClosed: false,
    timer: undefined,
    reading: Promise.resolve(),
  };
  const { local } = context;
  readAgain(context);
  await context.reading;

  return {
    get: local.get,
    set: (dsn, limits) => {
      local.set(dsn, limits);
      if (hasNews(context, dsn)) share(context, dsn).catch((error: unknown) => report(context, error));
    },
    close: async () => {
      context.isClosed = true;
      clearTimeout(context.timer);
      await context.reading;
      // Not awaited: a client without a connection may never answer.
      redis.unsubscribe(context.channel).catch((error: unknown) => report(context, error));
    },
  };
}

/** The limits that one process knows, and what it has told the others. Every step takes it. */
interface LimitsContext extends Required<RedisLimitsOptions> {
  readonly local: LimitStore;
  readonly keys: string[];
  readonly channel: string;
  /** Of the limits in Redis that were read last. */
  version: string;
  /** DSNs whose limits Redis does not have yet. */
  readonly unshared: Set<string>;
  /** The limits last sent to Redis, by DSN. */
  readonly told: Map<string, RateLimits>;
  isSubscribed: boolean;
  isClosed: boolean;
  timer: NodeJS.Timeout | undefined;
  reading: Promise<void>;
}

/** Stores limits that Redis has dated by its clock. */
function learn({ local, now }: LimitsContext, dsn: string, redisNowMs: number, dated: RateLimits): void {
  const aheadMs = now() - redisNowMs;
  const limits = dated.map((limit) => ({ ...limit, untilMs: Math.round(limit.untilMs + aheadMs) }));
  const known = local.get(dsn);
  const merged = mergeRateLimits(known, limits.filter(isNews(known, CLOCK_TOLERANCE_MS)), now());
  if (merged !== undefined && merged !== known) local.set(dsn, merged);
}

async function read(context: LimitsContext): Promise<void> {
  const reply = await context.redis.run(READ_LIMITS, context.keys, [context.version]);
  const [newVersion, time, table] = reply as readonly [Buffer, Buffer, readonly Buffer[]];
  for (let index = 0; index + 1 < table.length; index += 2) {
    const limits = JSON.parse(String(table[index + 1])) as RateLimits;
    learn(context, String(table[index]), Number(time), limits);
  }
  context.version = String(newVersion);
}

const hasNews = ({ local, told }: LimitsContext, dsn: string): boolean =>
  (local.get(dsn) ?? []).some(isNews(told.get(dsn), WORTH_TELLING_MS));

async function share(context: LimitsContext, dsn: string): Promise<void> {
  const { redis, now, local, keys, channel, unshared, told } = context;
  unshared.add(dsn);
  const limits = local.get(dsn) ?? [];
  told.set(dsn, limits);
  const lasting = limits.map((limit) => ({ ...limit, untilMs: limit.untilMs - now() }));
  await redis.run(MERGE_LIMITS, keys, [dsn, JSON.stringify(lasting), channel]);
  if (!hasNews(context, dsn)) unshared.delete(dsn);
}

async function synchronise(context: LimitsContext): Promise<void> {
  subscribe(context);
  for (const dsn of context.unshared) await share(context, dsn);
  await read(context);
}

function report({ onError }: LimitsContext, error: unknown): void {
  void ignoreFailure(() => onError(error));
}

function onMessage(context: LimitsContext, message: string): void {
  try {
    const { dsn, now: redisNowMs, version, limits = [] } = JSON.parse(message) as Announcement;
    learn(context, dsn, redisNowMs, limits);
    // No message was lost, so nothing needs to be read.
    if (version === Number(context.version) + 1) context.version = String(version);
  } catch (error) {
    report(context, error);
  }
}

/** The client subscribes again by itself after it has lost its connection, but only if it has succeeded once. */
function subscribe(context: LimitsContext): void {
  if (context.isSubscribed) return;
  context.isSubscribed = true;
  const { redis, channel } = context;
  redis
    .subscribe(channel, (message) => onMessage(context, message))
    .catch((error: unknown) => {
      context.isSubscribed = false;
      report(context, error);
    });
}

function readAgain(context: LimitsContext): void {
  context.reading = synchronise(context).catch((error: unknown) => report(context, error));
  context.timer = setTimeout(() => {
    void context.reading.then(() => {
      if (!context.isClosed) readAgain(context);
    });
  }, READ_EVERY_MS);
  context.timer.unref();
}

interface Announcement {
  readonly dsn: string;
  readonly now: number;
  readonly version: number;
  /** Undefined for none. */
  readonly limits?: RateLimits;
}

/** The clocks of two processes may differ by this much, in milliseconds, without making a limit longer. */
const CLOCK_TOLERANCE_MS = 100;

/** Whether a limit is new, or ends later than the known one by more than a tolerance. */
function isNews(known: RateLimits | undefined, toleranceMs: number): (limit: RateLimit) => boolean {
  return ({ category, scope, namespaces, untilMs }) => {
    const same = known?.find(
      (limit) => limit.category === category && limit.scope === scope && limit.namespaces === namespaces,
    );
    return same === undefined || untilMs > same.untilMs + toleranceMs;
  };
}
