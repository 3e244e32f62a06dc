import { ignoreFailure, SYSTEM_CLOCK, type Clock } from '@adit/envelope';
import type { SpoolDepth, SpoolStore } from '../stores.ts';
import { appendEnvelope } from './append-envelope.ts';
import { createBodyGatherer } from './body-pieces.ts';
import { isDenied, RedisAwayError, type Redis } from './redis.ts';
import { createReplication } from './replication.ts';
import { checkRedis, laneOf, requireOpen, type RedisSpoolContext } from './spool-context.ts';
import { createSpoolDepths } from './spool-depths.ts';
import { lookAt, releaseLease, removeOldest, renewLease, type SpoolLane } from './spool-lane.ts';
import { createSpoolNames } from './spool-names.ts';
import { MEASURE } from './spool-scripts.ts';
import { createSpoolWatch, LOOKS_AT_ONCE, type SpoolWatch } from './spool-watch.ts';

/** How a spool in Redis is set up. */
export interface RedisSpoolOptions {
  redis: Redis;
  /**
   * The largest size of all envelopes, in bytes. Default 500 MiB. A replica reads every second how much the others have
   * stored, so together they may exceed the bound by what they store in a second.
   */
  maxBytes?: number;
  /** The largest size of one DSN's envelopes, in bytes. Default nine tenths of `maxBytes`. It is never exceeded. */
  maxBytesPerDsn?: number;
  /** Called if Redis fails and no call is waiting for it. */
  onError?: (error: unknown) => void;
  /**
   * Called if Redis has lost its data, for example after FLUSHALL or a start without its files, with the depth that
   * this process knew a second before. Only the process that notices it first calls back.
   */
  onLoss?: (lost: SpoolDepth) => void;
}

/** A spool that several processes share. Each DSN is delivered by one of them at a time. */
export type RedisSpool = Required<SpoolStore>;

const DEFAULT_MAX_BYTES = 500 * 1_024 * 1_024;

/**
 * Opens a spool in Redis. Envelopes of one DSN are kept in the order in which Redis received them, from any process.
 * One process at a time delivers a DSN: it holds a lease, and only the holder can remove envelopes. If it ends, another
 * process takes over after ten seconds, and may deliver the last 64 envelopes a second time. The spool also opens if
 * Redis is away or full.
 * @throws TypeError if a bound is not a positive whole number; an Error if Redis may evict stored data, or denies this
 * user a command that the spool needs
 */
export async function createRedisSpool(options: RedisSpoolOptions): Promise<RedisSpool> {
  return createRedisSpoolByClock(options, SYSTEM_CLOCK);
}

/** As {@link createRedisSpool}, with the clock of a simulation. */
export async function createRedisSpoolByClock(
  {
    redis,
    maxBytes = DEFAULT_MAX_BYTES,
    maxBytesPerDsn = Math.ceil(maxBytes * 0.9),
    onError = () => undefined,
    onLoss = () => undefined,
  }: RedisSpoolOptions,
  clock: Clock,
): Promise<RedisSpool> {
  for (const [name, value] of Object.entries({ maxBytes, maxBytesPerDsn })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new TypeError(
      `createRedisSpool: ${name} is ${value}; accepted is a positive whole number of bytes.`,
    );
  }
  const context = createContext(redis, { maxBytes, maxBytesPerDsn }, clock);
  const report = (error: unknown): Promise<unknown> => ignoreFailure(() => onError(error));
  const watch = createWatch(context, clock, { onLoss, report });
  await lookFirst(context, watch, report);
  watch.start();

  const { depths, lanes } = context;
  const openLaneOf = (dsn: string): SpoolLane => {
    requireOpen(context);
    return laneOf(context, dsn);
  };
  return {
    append: (envelope) => appendEnvelope(context, envelope),
    pendingDsns: depths.pendingDsns,
    watch: (listener) => {
      context.onStored = listener;
    },
    peek: async (dsn) => lookAt(openLaneOf(dsn), 0),
    peekBehind: async (dsn, behind) => lookAt(openLaneOf(dsn), behind),
    remove: async (dsn) => {
      await removeOldest(openLaneOf(dsn), 1);
    },
    removeMany: async (dsn, count) => removeOldest(openLaneOf(dsn), count),
    depth: depths.total,
    maxBytes,
    outlivesProcess: true,
    lost: () => context.lostEnvelopes,
    close: async () => {
      if (context.isClosed) return;
      context.isClosed = true;
      await watch.stop();
      // A lease that is not released expires.
      await Promise.all([...lanes.values()].map((lane) => releaseLease(lane).catch(report)));
    },
  };
}

function createContext(
  redis: Redis,
  bounds: { readonly maxBytes: number; readonly maxBytesPerDsn: number },
  { monotonicNow: now }: Clock,
): RedisSpoolContext {
  const depths = createSpoolDepths(bounds, now);
  const lanes = new Map<string, SpoolLane>();
  return {
    redis,
    replication: createReplication(redis),
    now,
    maxBytesPerDsn: bounds.maxBytesPerDsn,
    depths,
    names: createSpoolNames(redis, now),
    gather: createBodyGatherer(),
    laneHost: {
      redis,
      now,
      budget: { usedBytes: 0 },
      onMeasured: depths.note,
      elsewhereMs: () => Math.floor(lanes.size / LOOKS_AT_ONCE) * 1_000,
    },
    lanes,
    queues: new Map(),
    isSafe: false,
    isClosed: false,
    lostEnvelopes: 0,
    onStored: undefined,
  };
}

async function measure(context: RedisSpoolContext, dsn: string): Promise<void> {
  const { keys } = laneOf(context, dsn);
  const reply = await context.redis.run(MEASURE, [keys.log, keys.meta], []);
  const [envelopes, bytes] = reply as readonly [number, number];
  context.depths.note(dsn, envelopes, bytes);
}

interface Listeners {
  readonly onLoss: (lost: SpoolDepth) => void;
  readonly report: (error: unknown) => Promise<unknown>;
}

function createWatch(context: RedisSpoolContext, clock: Clock, { onLoss, report }: Listeners): SpoolWatch {
  const { depths, names, lanes } = context;
  return createSpoolWatch({
    clock,
    depths,
    names,
    measure: (dsn) => measure(context, dsn),
    renewLeases: () => Promise.all([...lanes.values()].map(renewLease)),
    check: () => checkRedis(context, ''),
    confirm: context.replication.confirm,
    onStored: (dsn) => context.onStored?.(dsn),
    onLoss: (lost) => {
      context.lostEnvelopes += lost.envelopes;
      onLoss(lost);
    },
    onError: report,
  });
}

/** Checks Redis and looks at all logs. If Redis is away or full, the spool opens; the watch looks again. */
async function lookFirst(
  context: RedisSpoolContext,
  { lookAtAll }: SpoolWatch,
  report: Listeners['report'],
): Promise<void> {
  for (const step of [() => checkRedis(context, 'write'), context.replication.confirm, lookAtAll]) {
    try {
      await step();
    } catch (error) {
      const isPassing = error instanceof RedisAwayError || isOutOfMemory(error);
      if (isDenied(error) || !isPassing) throw error;
      await report(error);
    }
  }
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && error.message.startsWith('OOM ');
