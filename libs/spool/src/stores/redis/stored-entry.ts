import type { SpoolEntry } from '../stores.ts';
import { RedisAwayError, type Redis } from './redis.ts';
import { READ_PIECE } from './spool-scripts.ts';
import { streamOf } from '@adit/envelope';

/** An envelope in Redis. */
export interface StoredEntry extends SpoolEntry {
  readonly id: string;
  /** The bytes that it counts against the bound. */
  readonly takenBytes: number;
  /** The part of the body that is in memory, in bytes. */
  readonly heldBytes: number;
  /** The list of its pieces; empty if its body is in the entry. */
  readonly pieces: string;
}

/** An entry of a stream as Redis returns it: its id, then alternating names and values. */
export type RawEntry = readonly [id: Buffer, fields: readonly Buffer[]];

/**
 * Reads an entry of a log.
 * @param onAway called if Redis is away when the body is read
 */
export function readEntry(
  redis: Redis,
  dsn: string,
  [id, fields]: RawEntry,
  onAway: () => void,
): StoredEntry {
  const values = new Map<string, Buffer>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    values.set(String(fields[index]), fields[index + 1] as Buffer);
  }
  const text = (name: string): string => String(values.get(name) ?? '');
  const pieces = text('pieces');
  const bytes = Number(text('bytes'));
  const body = values.get('body') ?? Buffer.alloc(0);
  return {
    id: String(id),
    dsn,
    receivedAt: Number(text('at')),
    fields: JSON.parse(text('fields')) as SpoolEntry['fields'],
    bytes,
    takenBytes: Number(text('taken')),
    heldBytes: body.byteLength,
    pieces,
    read: () => (pieces === '' ? streamOf([body]) : readPieces(redis, pieces, bytes, onAway)),
  };
}

async function* readPieces(
  redis: Redis,
  pieces: string,
  bytes: number,
  onAway: () => void,
): AsyncGenerator<Uint8Array> {
  for (let index = 0, read = 0; read < bytes; index += 1) {
    const piece = await readPiece(redis, pieces, index).catch((error: unknown) => {
      if (error instanceof RedisAwayError) onAway();
      throw error;
    });
    read += piece.byteLength;
    yield piece;
  }
}

async function readPiece(redis: Redis, pieces: string, index: number): Promise<Buffer> {
  const piece = (await redis.run(READ_PIECE, [pieces], [String(index)])) as Buffer | null;
  if (piece === null) throw new Error('Redis has lost a part of a stored envelope');
  return piece;
}
