import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock.ts';
import { SYSTEM_CLOCK } from '../../clock/system-clock.ts';
import { ignoreFailure } from '../../ignore-failure.ts';
import type { SpoolDepth, SpooledEnvelope, SpoolStore } from '../stores.ts';
import { createAppendQueue, type AppendQueue } from './append-queue.ts';
import { createBodyGatherer, cutBody } from './body-pieces.ts';
import { isDenied, RedisAwayError, type Redis } from './redis.ts';
import { createSpoolDepths } from './spool-depths.ts';
import {
  createSpoolLane,
  lookAt,
  releaseLease,
  removeOldest,
  renewLease,
  type LaneHost,
  type SpoolLane,
} from './spool-lane.ts';
import { createSpoolNames } from './spool-names.ts';
import { ADD_PIECE, APPEND_LARGE, CHECK, DROP_PIECES, MEASURE } from './spool-scripts.ts';
import { createSpoolWatch, LOOKS_AT_ONCE } from './spool-watch.ts';

/** How a spool in Redis is set up. */
export interface RedisSpoolOptions {
  redis: Redis;
  /**
   * The most all envelopes may take, in bytes. Default 500 MiB. A replica learns every second what the others have stored, so
   * together they may exceed it by what they store in that time.
   */
  maxBytes?: number;
  /** The most one DSN's envelopes may take, in bytes. Default nine tenths of `maxBytes`. It is never exceeded. */
  maxBytesPerDsn?: number;
  /** Called if Redis fails when nobody waits for it. */
  onError?: (error: unknown) => void;
  /**
   * Called if Redis has lost what it had, as after FLUSHALL or a start without its files, with what this process knew to be stored
   * a second before. The process that notices it first calls back.
   */
  onLoss?: (lost: SpoolDepth) => void;
}

/** A spool that several processes share. Each DSN is delivered by one of them at a time. */
export type RedisSpool = Required<SpoolStore>;

const DEFAULT_MAX_BYTES = 500 * 1_024 * 1_024;

/** What an entry takes in Redis beside its body and fields, in bytes: measured for bodies of 4 KiB. */
const ENTRY_BYTES = 256;

/** The pieces of a body that was never finished are kept so long, in milliseconds. */
const UNFINISHED_MS = 600_000;

/**
 * Opens a spool in Redis. Envelopes of one DSN are kept in the order in which Redis got them, whichever process stored them.
 * One process at a time delivers a DSN: it holds a lease, and only its holder can remove envelopes. If it ends, another takes
 * over after ten seconds, and may deliver once more what was on its way.
 * If Redis is away or full, the spool is opened all the same.
 * @throws TypeError for a bound that is no positive whole number; an Error if Redis may evict what is stored, or denies this user
 * what the spool needs
 */
export async function createRedisSpool(options: RedisSpoolOptions): Promise<RedisSpool> {
  return createRedisSpoolByClock(options, SYSTEM_CLOCK);
}

/** As {@link createRedisSpool}, by the clock of a simulation. */
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
  const { monotonicNow: now } = clock;
  const depths = createSpoolDepths({ maxBytes, maxBytesPerDsn }, now);
  const names = createSpoolNames(redis, now);
  const gather = createBodyGatherer();
  const lanes = new Map<string, SpoolLane>();
  const queues = new Map<string, AppendQueue>();
  let onStored: ((dsn: string) => void) | undefined;
  /** Whether Redis evicted nothing when it was last looked at. */
  let isSafe = false;
  let lostEnvelopes = 0;
  let isClosed = false;

  /** Finds out whether Redis keeps what it is given: its settings may change, and another node may take over. */
  const check = async (mode: 'write' | ''): Promise<void> => {
    const policy = String(await redis.run(CHECK, [`${redis.prefix}spool:check`], [mode]));
    isSafe = policy === 'noeviction';
    if (isSafe) return;
    throw new Error(
      `createRedisSpool: maxmemory-policy of Redis is ${policy}; accepted is noeviction, or stored envelopes may be lost.`,
    );
  };
  const host: LaneHost = {
    redis,
    now,
    budget: { usedBytes: 0 },
    onMeasured: depths.note,
    elsewhereMs: () => Math.floor(lanes.size / LOOKS_AT_ONCE) * 1_000,
  };
  const laneOf = (dsn: string): SpoolLane => {
    let lane = lanes.get(dsn);
    if (lane === undefined) lanes.set(dsn, (lane = createSpoolLane(host, dsn)));
    return lane;
  };
  const openLaneOf = (dsn: string): SpoolLane => {
    if (isClosed) throw new Error('the spool is closed');
    return laneOf(dsn);
  };

  const queueOf = (dsn: string): AppendQueue => {
    let queue = queues.get(dsn);
    if (queue === undefined) {
      queue = createAppendQueue(redis, laneOf(dsn).keys, maxBytesPerDsn, {
        now,
        onMeasured: (envelopes, bytes) => depths.note(dsn, envelopes, bytes),
        fullDsn: depths.fullDsn,
      });
      queues.set(dsn, queue);
    }
    return queue;
  };
  const report = (error: unknown): Promise<unknown> => ignoreFailure(() => onError(error));

  const append = async ({ dsn, receivedAt, fields, body }: SpooledEnvelope): Promise<void> => {
    if (isClosed) throw new Error('the spool is closed');
    const fieldsText = JSON.stringify(fields);
    const besideBytes = ENTRY_BYTES + fieldsText.length;
    const chunks =
      body instanceof Uint8Array
        ? [body]
        : await gather(body, (bytes) => {
            depths.claim(dsn, besideBytes + bytes);
          });
    const pieces = cutBody(chunks);
    const bytes = pieces.reduce((total, piece) => total + piece.byteLength, 0);
    depths.claim(dsn, besideBytes + bytes);
    if (!isSafe) await check('');
    await names.tell(dsn);
    const args = [besideBytes + bytes, receivedAt, fieldsText, bytes].map(String);
    if (pieces.length > 1) {
      await appendLarge(dsn, pieces, args);
      return;
    }
    await queueOf(dsn)({ takenBytes: besideBytes + bytes, args: [...args, pieces[0] ?? ''] });
  };
  const appendLarge = async (
    dsn: string,
    pieces: readonly Buffer[],
    args: readonly string[],
  ): Promise<void> => {
    const { keys } = laneOf(dsn);
    const list = keys.pieces(randomUUID());
    try {
      for (const piece of pieces) await redis.run(ADD_PIECE, [list], [String(UNFINISHED_MS), piece]);
      const [envelopes, held] = (await redis.run(
        APPEND_LARGE,
        [keys.log, keys.meta, list],
        [String(maxBytesPerDsn), ...args, String(pieces.length)],
      )) as readonly [number, number];
      if (envelopes === -1) throw depths.fullDsn();
      if (envelopes === -2) throw new Error('Redis has lost a part of the envelope');
      depths.note(dsn, envelopes, held);
    } catch (error) {
      // If Redis was away, the entry may be there all the same. Pieces that no entry names expire.
      if (!(error instanceof RedisAwayError)) redis.run(DROP_PIECES, [list], []).catch(() => undefined);
      throw error;
    }
  };

  const watch = createSpoolWatch({
    clock,
    depths,
    names,
    measure: async (dsn) => {
      const { keys } = laneOf(dsn);
      const reply = await redis.run(MEASURE, [keys.log, keys.meta], []);
      const [envelopes, bytes] = reply as readonly [number, number];
      depths.note(dsn, envelopes, bytes);
    },
    renewLeases: () => Promise.all([...lanes.values()].map(renewLease)),
    check: () => check(''),
    onStored: (dsn) => onStored?.(dsn),
    onLoss: (lost) => {
      lostEnvelopes += lost.envelopes;
      onLoss(lost);
    },
    onError: report,
  });

  for (const step of [() => check('write'), watch.lookAtAll]) {
    try {
      await step();
    } catch (error) {
      const isPassing = error instanceof RedisAwayError || isOutOfMemory(error);
      if (isDenied(error) || !isPassing) throw error;
      await report(error);
    }
  }
  watch.start();

  return {
    append,
    pendingDsns: depths.pendingDsns,
    watch: (listener) => {
      onStored = listener;
    },
    peek: async (dsn) => lookAt(openLaneOf(dsn), 0),
    peekBehind: async (dsn, behind) => lookAt(openLaneOf(dsn), behind),
    remove: async (dsn) => removeOldest(openLaneOf(dsn)),
    depth: depths.total,
    maxBytes,
    lost: () => lostEnvelopes,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await watch.stop();
      // An unreleased lease ends by itself.
      await Promise.all([...lanes.values()].map((lane) => releaseLease(lane).catch(report)));
    },
  };
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && error.message.startsWith('OOM ');
