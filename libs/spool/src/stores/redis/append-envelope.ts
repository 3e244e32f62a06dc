import { randomUUID } from 'node:crypto';
import type { SpooledEnvelope } from '../stores.ts';
import { createAppendQueue, type AppendQueue } from './append-queue.ts';
import { cutBody } from './body-pieces.ts';
import { RedisAwayError } from './redis.ts';
import { checkRedis, laneOf, requireOpen, type RedisSpoolContext } from './spool-context.ts';
import { ADD_PIECE, APPEND_LARGE, DROP_PIECES } from './spool-scripts.ts';

/** The overhead of an entry in Redis besides its body and fields, in bytes, measured for bodies of 4 KiB. */
const ENTRY_BYTES = 256;

/** The time for which pieces of an unfinished body are kept, in milliseconds. */
const UNFINISHED_MS = 600_000;

/**
 * Stores an envelope.
 * @throws SpoolFullError if it would exceed a bound; errors of `Redis.run`, and RedisAwayError if its replicas
 * have not received it. After both it may have been stored
 */
export async function appendEnvelope(
  context: RedisSpoolContext,
  { dsn, receivedAt, fields, body }: SpooledEnvelope,
): Promise<void> {
  const { depths, names, gather, replication } = context;
  requireOpen(context);
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
  replication.require();
  if (!context.isSafe) await checkRedis(context, '');
  await names.tell(dsn);
  const args = [besideBytes + bytes, receivedAt, fieldsText, bytes].map(String);
  if (pieces.length > 1) {
    await appendLarge(context, dsn, pieces, args);
    return;
  }
  await queueOf(context, dsn)({ takenBytes: besideBytes + bytes, args: [...args, pieces[0] ?? ''] });
}

async function appendLarge(
  context: RedisSpoolContext,
  dsn: string,
  pieces: readonly Buffer[],
  args: readonly string[],
): Promise<void> {
  const { redis, depths, maxBytesPerDsn, replication } = context;
  const { keys } = laneOf(context, dsn);
  const list = keys.pieces(randomUUID());
  try {
    for (const piece of pieces) await redis.run(ADD_PIECE, [list], [String(UNFINISHED_MS), piece]);
    const [envelopes, held, primary] = (await redis.run(
      APPEND_LARGE,
      [keys.log, keys.meta, list],
      [String(maxBytesPerDsn), ...args, String(pieces.length), redis.replicas > 0 ? 'id' : ''],
    )) as readonly [number, number, unknown];
    if (envelopes === -1) throw depths.fullDsn();
    if (envelopes === -2) throw new Error('Redis has lost a part of the envelope');
    depths.note(dsn, envelopes, held);
    await replication.confirm(String(primary));
  } catch (error) {
    // If Redis was away, the entry may have been stored. Pieces that no entry names expire.
    if (!(error instanceof RedisAwayError)) redis.run(DROP_PIECES, [list], []).catch(() => undefined);
    throw error;
  }
}

function queueOf(context: RedisSpoolContext, dsn: string): AppendQueue {
  const { redis, queues, depths, maxBytesPerDsn, now, replication } = context;
  let queue = queues.get(dsn);
  if (queue === undefined) {
    queue = createAppendQueue(redis, laneOf(context, dsn).keys, maxBytesPerDsn, {
      now,
      onMeasured: (envelopes, bytes) => depths.note(dsn, envelopes, bytes),
      fullDsn: depths.fullDsn,
      confirm: replication.confirm,
    });
    queues.set(dsn, queue);
  }
  return queue;
}
