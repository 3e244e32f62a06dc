import { concatBytes } from '../../protocol/bytes.ts';
import { createSpace, type DsnSpace } from '../disk/space.ts';
import type { SpooledEnvelope, SpoolEntry, SpoolStore } from '../stores.ts';
import { checkStorage, type DurableStorage } from './durable-storage.ts';

/** How a spool in a Durable Object is set up. */
export interface DurableSpoolOptions {
  /** `ctx.storage` of the object. */
  storage: DurableStorage;
  /** The most the envelopes may take, with what is kept of each besides, in bytes. Default 64 MiB. */
  maxBytes?: number;
  /** The most one DSN's envelopes may take, in bytes, so that others find room. Default nine tenths of `maxBytes`. */
  maxBytesPerDsn?: number;
  /** Milliseconds since the epoch. Default the runtime's clock. */
  now?: () => number;
}

/** A spool in a Durable Object, which wakes the object until it is empty. */
export interface DurableSpool extends SpoolStore {
  /** The object's `alarm()`: sets the next alarm if envelopes wait. Creating the tunnel has started their delivery. */
  readonly onAlarm: () => void;
}

/** Bound of a spool in a Durable Object, in bytes. Its index is read whenever the object starts. */
const DEFAULT_MAX_BYTES = 64 * 1_024 * 1_024;

/** Size of the pieces a body is kept in, in bytes. A value may have 2 MB. */
const PIECE_BYTES = 262_144;

/** What an envelope takes beside its body and fields, in bytes. */
const ENTRY_BYTES = 512;

/** Idle objects leave the memory after a minute or so. The alarm brings them back to deliver. */
const ALARM_AFTER_MS = 30_000;

const INDEX = 'adit/index/';
/** Bodies that are not complete: the object may end before they are. */
const UNFINISHED = 'adit/unfinished/';

/** An envelope in the index. Its body is stored apart, so that reading the index reads no bodies. */
interface Row extends Pick<SpoolEntry, 'dsn' | 'receivedAt' | 'fields' | 'bytes'> {
  readonly body: number;
  readonly takenBytes: number;
}

/** What is kept of a DSN in memory. */
interface Log {
  readonly space: DsnSpace;
  envelopes: number;
}

const pieceKey = (body: number, index: number): string => `adit/body/${body}/${index}`;
const indexPrefix = (dsn: string): string => `${INDEX}${encodeURIComponent(dsn)}/`;
/** Keys are sorted as texts. */
const indexKey = (dsn: string, place: number): string => indexPrefix(dsn) + String(place).padStart(16, '0');

/**
 * Opens the spool in the storage of a Durable Object. The runtime holds back the tunnel's answer until the envelope is on disk.
 * @throws TypeError if the storage has no SQLite, or for a bound that is no positive whole number
 */
export function createDurableSpool({
  storage,
  maxBytes = DEFAULT_MAX_BYTES,
  maxBytesPerDsn = Math.ceil(maxBytes * 0.9),
  now = Date.now,
}: DurableSpoolOptions): DurableSpool {
  checkStorage('createDurableSpool', storage);
  for (const [name, value] of Object.entries({ maxBytes, maxBytesPerDsn })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new TypeError(
      `createDurableSpool: ${name} is ${value}; accepted is a positive whole number of bytes.`,
    );
  }
  const { kv } = storage;
  const openSpace = createSpace({ maxBytes, maxBytesPerDsn });
  const logs = new Map<string, Log>();
  let envelopes = 0;
  let usedBytes = 0;
  /** The number of the next body and of the next place. */
  let next = 1;
  let hasAlarm = false;
  let isClosed = false;

  const openLog = (dsn: string): Log => {
    const log = logs.get(dsn) ?? { space: openSpace(), envelopes: 0 };
    logs.set(dsn, log);
    return log;
  };
  const count = ({ dsn, takenBytes }: Row, sign: 1 | -1): void => {
    openLog(dsn).envelopes += sign;
    envelopes += sign;
    usedBytes += sign * takenBytes;
  };
  const removeBody = (body: number): void => {
    for (let index = 0; kv.delete(pieceKey(body, index)); index += 1);
  };
  const rowAt = (dsn: string, behind: number): [string, Row] | undefined =>
    [...kv.list({ prefix: indexPrefix(dsn), limit: behind + 1 })][behind] as [string, Row] | undefined;
  const entryOf = (row: Row | undefined): SpoolEntry | undefined =>
    row && { ...row, read: () => readBody(kv, row) };
  /** If it fails, the next envelope sets it. */
  const setAlarm = (): void => {
    hasAlarm = true;
    storage.setAlarm(now() + ALARM_AFTER_MS).catch(() => {
      hasAlarm = false;
    });
  };

  for (const [key, value] of kv.list({ prefix: INDEX })) {
    const row = value as Row;
    count(row, 1);
    openLog(row.dsn).space.add(row.takenBytes);
    next = Math.max(next, row.body + 1, Number(key.slice(-16)) + 1);
  }
  for (const [key] of [...kv.list({ prefix: UNFINISHED })]) {
    const body = Number(key.slice(UNFINISHED.length));
    removeBody(body);
    kv.delete(key);
    next = Math.max(next, body + 1);
  }

  /** Stores the pieces of a body. @returns its bytes */
  const storeBody = async (
    body: number,
    given: SpooledEnvelope['body'],
    claim: (bytes: number) => void,
  ): Promise<number> => {
    let bytes = 0;
    let index = 0;
    let parts: Uint8Array[] = [];
    let partBytes = 0;
    const store = (piece: Uint8Array): void => {
      for (let at = 0; at < piece.byteLength; at += PIECE_BYTES) {
        kv.put(pieceKey(body, index), piece.slice(at, at + PIECE_BYTES));
        index += 1;
      }
    };
    const add = (chunk: Uint8Array): void => {
      claim(chunk.byteLength);
      bytes += chunk.byteLength;
    };
    if (given instanceof Uint8Array) {
      add(given);
      store(given);
      return bytes;
    }
    for await (const chunk of given) {
      add(chunk);
      parts.push(chunk);
      partBytes += chunk.byteLength;
      if (partBytes < PIECE_BYTES) continue;
      if (index === 0) kv.put(UNFINISHED + String(body), true);
      store(concatBytes(parts));
      parts = [];
      partBytes = 0;
    }
    store(concatBytes(parts));
    return bytes;
  };

  return {
    append: async ({ dsn, receivedAt, fields, body: given }) => {
      if (isClosed) throw new Error('the spool is closed');
      const { space } = openLog(dsn);
      const body = next++;
      let takenBytes = 0;
      const claim = (bytes: number): void => {
        space.take(bytes);
        takenBytes += bytes;
      };
      try {
        claim(ENTRY_BYTES + JSON.stringify(fields).length);
        const bytes = await storeBody(body, given, claim);
        // Nothing is waited for from here on: the runtime writes all of it or nothing.
        const row: Row = { dsn, receivedAt, fields, bytes, body, takenBytes };
        kv.put(indexKey(dsn, next++), row);
        kv.delete(UNFINISHED + String(body));
        count(row, 1);
        if (!hasAlarm) setAlarm();
      } catch (error) {
        space.give(takenBytes);
        removeBody(body);
        kv.delete(UNFINISHED + String(body));
        throw error;
      }
    },
    pendingDsns: () => [...logs].filter(([, log]) => log.envelopes > 0).map(([dsn]) => dsn),
    peek: (dsn) => Promise.resolve(entryOf(rowAt(dsn, 0)?.[1])),
    peekBehind: (dsn, behind) => Promise.resolve(entryOf(rowAt(dsn, behind)?.[1])),
    remove: (dsn) => {
      const [key, row] = rowAt(dsn, 0) ?? [];
      if (key !== undefined && row !== undefined) {
        kv.delete(key);
        removeBody(row.body);
        count(row, -1);
        openLog(dsn).space.give(row.takenBytes);
      }
      return Promise.resolve();
    },
    depth: () => ({ envelopes, bytes: usedBytes }),
    maxBytes,
    onAlarm: () => {
      hasAlarm = false;
      if (envelopes > 0) setAlarm();
    },
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

// eslint-disable-next-line @typescript-eslint/require-await -- a body is asynchronous, wherever it is kept
async function* readBody(kv: DurableStorage['kv'], { body, bytes }: Row): AsyncGenerator<Uint8Array> {
  for (let index = 0, read = 0; read < bytes; index += 1) {
    const piece = kv.get(pieceKey(body, index));
    if (!(piece instanceof Uint8Array)) throw new Error('the storage has lost a part of a stored envelope');
    read += piece.byteLength;
    yield piece;
  }
}
