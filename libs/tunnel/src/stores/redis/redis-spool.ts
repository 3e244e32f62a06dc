import { randomUUID } from 'node:crypto';
import { SpoolFullError, type SpoolDepth, type SpooledEnvelope, type SpoolStore } from '../stores.ts';
import { cutBody, gatherBody } from './body-pieces.ts';
import { isDenied, RedisAwayError, type Redis } from './redis.ts';
import { spoolKeys } from './spool-keys.ts';
import { lookAt, releaseLease, removeOldest, renewLease, type SpoolLane } from './spool-lane.ts';
import { ADD_PIECE, APPEND, CHECK, DROP_PIECES, MEASURE, NAMES } from './spool-scripts.ts';

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
   * a second before. Each process that stored any of it calls back.
   */
  onLoss?: (lost: SpoolDepth) => void;
}

/** A spool that several processes share. Each DSN is delivered by one of them at a time. */
export type RedisSpool = Required<SpoolStore>;

const DEFAULT_MAX_BYTES = 500 * 1_024 * 1_024;

/** What an entry takes in Redis beside its body and fields, in bytes: measured for bodies of 4 KiB. */
const ENTRY_BYTES = 256;

/** The time between two looks at what others have stored, in milliseconds. A lease is renewed in the same step. */
const LOOK_EVERY_MS = 1_000;

/** The pieces of a body that was never finished are kept so long, in milliseconds. */
const UNFINISHED_MS = 600_000;

/** The largest body, in bytes. */
const MAX_BODY_BYTES = 20 * 1_024 * 1_024;

/** All bodies that are being read take at most so much memory, in bytes. */
const MAX_GATHERED_BYTES = 64 * 1_024 * 1_024;

/**
 * Opens a spool in Redis. Envelopes of one DSN are kept in the order in which Redis got them, whichever process stored them.
 * One process at a time delivers a DSN: it holds a lease, and only its holder can remove envelopes. If it ends, another takes
 * over after ten seconds, and may deliver once more what was on its way.
 * If Redis is away or full, the spool is opened all the same.
 * @throws TypeError for a bound that is no positive whole number; an Error if Redis may evict what is stored, or denies this user
 * what the spool needs
 */
export async function createRedisSpool({
  redis,
  maxBytes = DEFAULT_MAX_BYTES,
  maxBytesPerDsn = Math.ceil(maxBytes * 0.9),
  onError = () => undefined,
  onLoss = () => undefined,
}: RedisSpoolOptions): Promise<RedisSpool> {
  for (const [name, value] of Object.entries({ maxBytes, maxBytesPerDsn })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new TypeError(
      `createRedisSpool: ${name} is ${value}; accepted is a positive whole number of bytes.`,
    );
  }
  const owner = randomUUID();
  const names = `${redis.prefix}spool:names`;
  const lanes = new Map<string, SpoolLane>();
  const depths = new Map<string, SpoolDepth>();
  /** The names that Redis is told, and those that it has. */
  const told = new Map<string, Promise<unknown>>();
  const noted = new Set<string>();
  let onStored: ((dsn: string) => void) | undefined;
  let gatheredBytes = 0;
  /** Whether Redis evicted nothing when it was last looked at. */
  let isSafe = false;
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

  /** Reads a body, if there is room for it in this process's memory. */
  const gather = async (
    body: AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => void,
  ): Promise<readonly Uint8Array[]> => {
    let ownBytes = 0;
    try {
      return await gatherBody(body, MAX_BODY_BYTES, (bytes) => {
        gatheredBytes += bytes - ownBytes;
        ownBytes = bytes;
        if (gatheredBytes > MAX_GATHERED_BYTES)
          throw new SpoolFullError('too many large envelopes arrive at once');
        onBytes(bytes);
      });
    } finally {
      gatheredBytes -= ownBytes;
    }
  };
  const measured = (dsn: string, envelopes: number, bytes = depths.get(dsn)?.bytes ?? 0): void => {
    if (envelopes === 0) depths.delete(dsn);
    else depths.set(dsn, { envelopes, bytes });
  };
  const laneOf = (dsn: string): SpoolLane => {
    let lane = lanes.get(dsn);
    if (lane === undefined) {
      const keys = spoolKeys(redis.prefix, dsn);
      const onMeasured = measured.bind(undefined, dsn);
      lane = {
        redis,
        dsn,
        keys,
        owner,
        onMeasured,
        token: '',
        wasLost: false,
        ahead: [],
        turn: Promise.resolve(),
      };
      lanes.set(dsn, lane);
    }
    return lane;
  };
  const tell = (dsn: string): Promise<unknown> => {
    const known = told.get(dsn);
    if (known !== undefined) return known;
    const telling = redis.run(NAMES, [names], [dsn]).then(
      () => noted.add(dsn),
      (error: unknown) => {
        told.delete(dsn);
        throw error;
      },
    );
    told.set(dsn, telling);
    return telling;
  };
  const usedBytes = (): number => {
    let bytes = 0;
    for (const depth of depths.values()) bytes += depth.bytes;
    return bytes;
  };
  const claim = (dsn: string, bytes: number): void => {
    if (usedBytes() + bytes > maxBytes) throw new SpoolFullError(`the spool holds its ${maxBytes} bytes`);
    if ((depths.get(dsn)?.bytes ?? 0) + bytes > maxBytesPerDsn) throw fullDsn();
  };
  const fullDsn = (): SpoolFullError =>
    new SpoolFullError(`the spool holds the ${maxBytesPerDsn} bytes one DSN may have`);

  const append = async ({ dsn, receivedAt, fields, body }: SpooledEnvelope): Promise<void> => {
    if (isClosed) throw new Error('the spool is closed');
    const { keys } = laneOf(dsn);
    const fieldsText = JSON.stringify(fields);
    const besideBytes = ENTRY_BYTES + fieldsText.length;
    const chunks =
      body instanceof Uint8Array
        ? [body]
        : await gather(body, (bytes) => {
            claim(dsn, besideBytes + bytes);
          });
    const pieces = cutBody(chunks);
    const bytes = pieces.reduce((total, piece) => total + piece.byteLength, 0);
    claim(dsn, besideBytes + bytes);
    if (!isSafe) await check('');
    await tell(dsn);
    const list = pieces.length > 1 ? keys.pieces(randomUUID()) : undefined;
    const args = [maxBytesPerDsn, besideBytes + bytes, receivedAt].map(String);
    try {
      if (list !== undefined) {
        for (const piece of pieces) await redis.run(ADD_PIECE, [list], [String(UNFINISHED_MS), piece]);
      }
      const [envelopes, held] = (await redis.run(
        APPEND,
        [keys.log, keys.meta, ...(list === undefined ? [] : [list])],
        [
          ...args,
          fieldsText,
          String(bytes),
          list === undefined ? (pieces[0] ?? '') : '',
          String(pieces.length),
        ],
      )) as readonly [number, number];
      if (envelopes === -1) throw fullDsn();
      if (envelopes === -2) throw new Error('Redis has lost a part of the envelope');
      measured(dsn, envelopes, held);
    } catch (error) {
      // If Redis was away, the entry may be there all the same. Pieces that no entry names expire.
      if (list !== undefined && !(error instanceof RedisAwayError)) {
        redis.run(DROP_PIECES, [list], []).catch(() => undefined);
      }
      throw error;
    }
  };

  const measure = async (dsn: string): Promise<void> => {
    const { keys } = laneOf(dsn);
    const reply = await redis.run(MEASURE, [keys.log, keys.meta], []);
    const [envelopes, bytes] = reply as readonly [number, number];
    measured(dsn, envelopes, bytes);
  };
  const depth = (): SpoolDepth => {
    let envelopes = 0;
    for (const one of depths.values()) envelopes += one.envelopes;
    return { envelopes, bytes: usedBytes() };
  };
  let lostEnvelopes = 0;
  /** Asks Redis what all processes have stored, and tells it again of the names it may have lost. */
  const look = async (): Promise<void> => {
    await check('');
    const before = depth();
    const reply = await redis.run(NAMES, [names], [...noted]);
    const [lostNames, found] = reply as readonly [number, readonly Buffer[]];
    await Promise.all([...new Set([...found.map(String), ...depths.keys()])].map(measure));
    if (lostNames > 0) {
      const { envelopes, bytes } = depth();
      const lost = Math.max(0, before.envelopes - envelopes);
      lostEnvelopes += lost;
      onLoss({ envelopes: lost, bytes: Math.max(0, before.bytes - bytes) });
    }
    await Promise.all([...lanes.values()].map(renewLease));
  };

  try {
    await check('write');
    await look();
  } catch (error) {
    const isPassing = error instanceof RedisAwayError || isOutOfMemory(error);
    if (isDenied(error) || !isPassing) throw error;
    onError(error);
  }
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const lookLater = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = look().then(() => {
        if (!isClosed) for (const dsn of depths.keys()) onStored?.(dsn);
      }, onError);
      void looking.then(lookLater);
    }, LOOK_EVERY_MS);
    timer.unref();
  };
  lookLater();

  return {
    append,
    pendingDsns: () => [...depths.keys()],
    watch: (listener) => {
      onStored = listener;
    },
    peek: (dsn) => lookAt(laneOf(dsn), 0),
    peekBehind: (dsn, behind) => lookAt(laneOf(dsn), behind),
    remove: (dsn) => removeOldest(laneOf(dsn)),
    depth,
    maxBytes,
    lost: () => lostEnvelopes,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(timer);
      await looking;
      // An unreleased lease ends by itself.
      await Promise.all([...lanes.values()].map((lane) => releaseLease(lane).catch(onError)));
    },
  };
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && error.message.startsWith('OOM ');
