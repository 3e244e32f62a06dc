import type { AppendQueue } from './append-queue.ts';
import type { BodyGatherer } from './body-pieces.ts';
import type { Redis } from './redis.ts';
import type { Replication } from './replication.ts';
import type { SpoolDepths } from './spool-depths.ts';
import { createSpoolLane, type LaneHost, type SpoolLane } from './spool-lane.ts';
import type { SpoolNames } from './spool-names.ts';
import { CHECK } from './spool-scripts.ts';

/** The state of one spool in Redis. Every step takes it. */
export interface RedisSpoolContext {
  readonly redis: Redis;
  readonly replication: Replication;
  /** Milliseconds of a clock that is never set. */
  readonly now: () => number;
  readonly maxBytesPerDsn: number;
  readonly depths: SpoolDepths;
  readonly names: SpoolNames;
  readonly gather: BodyGatherer;
  readonly laneHost: LaneHost;
  readonly lanes: Map<string, SpoolLane>;
  readonly queues: Map<string, AppendQueue>;
  /** Whether the last check found that Redis evicts nothing. */
  isSafe: boolean;
  isClosed: boolean;
  lostEnvelopes: number;
  onStored: ((dsn: string) => void) | undefined;
}

/** The log of a DSN. */
export function laneOf({ lanes, laneHost }: RedisSpoolContext, dsn: string): SpoolLane {
  let lane = lanes.get(dsn);
  if (lane === undefined) lanes.set(dsn, (lane = createSpoolLane(laneHost, dsn)));
  return lane;
}

/** @throws if the spool is closed */
export function requireOpen({ isClosed }: RedisSpoolContext): void {
  if (isClosed) throw new Error('the spool is closed');
}

/**
 * Checks that Redis keeps its data. Its settings may change, and another node may take over.
 * @throws if it may evict stored data; errors of `Redis.run`
 */
export async function checkRedis(context: RedisSpoolContext, mode: 'write' | ''): Promise<void> {
  const { redis } = context;
  const policy = String(await redis.run(CHECK, [`${redis.prefix}spool:check`], [mode]));
  context.isSafe = policy === 'noeviction';
  if (context.isSafe) return;
  throw new Error(
    `createRedisSpool: maxmemory-policy of Redis is ${policy}; accepted is noeviction, or stored envelopes may be lost.`,
  );
}
