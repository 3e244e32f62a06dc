import { concatBytes } from '@adit/envelope';
import { createSpace, type DsnSpace } from '../disk/space.ts';
import type { SpooledEnvelope, SpoolEntry, SpoolStore } from '../stores.ts';
import { checkStorage, type DurableStorage } from './durable-storage.ts';

/** How a spool in a Durable Object is set up. */
export interface DurableSpoolOptions {
  /** `ctx.storage` of the object. */
  storage: DurableStorage;
  /** The largest size of all envelopes, in bytes, including the overhead of each. Default 64 MiB. */
  maxBytes?: number;
  /**
   * The largest size of one DSN's envelopes, in bytes, so that others have space. Default nine tenths of `maxBytes`.
   */
  maxBytesPerDsn?: number;
  /** Milliseconds since the epoch. Default the runtime's clock. */
  now?: () => number;
}

/** A spool in a Durable Object. It wakes the object until it is empty. */
export interface DurableSpool extends SpoolStore {
  /** The object's `alarm()`: sets the next alarm if envelopes wait. Creating the tunnel has started their delivery. */
  readonly onAlarm: () => void;
}

/** Default bound of a spool in a Durable Object, in bytes. The index is read whenever the object starts. */
const DEFAULT_MAX_BYTES = 64 * 1_024 * 1_024;

/** Size of the pieces in which a body is stored, in bytes. A value may have 2 MB. */
const PIECE_BYTES = 262_144;

/** The overhead of an envelope besides its body and fields, in bytes. */
const ENTRY_BYTES = 512;

/** An idle object leaves the memory after about a minute. The alarm brings it back to deliver. */
const ALARM_AFTER_MS = 30_000;

const INDEX = 'adit/index/';
/** Bodies that are not complete, because the object may end before they are. */
const UNFINISHED = 'adit/unfinished/';

/** An envelope in the index. Its body is stored separately, so that reading the index reads no bodies. */
interface Row extends Pick<SpoolEntry, 'dsn' | 'receivedAt' | 'fields' | 'bytes'> {
  readonly body: number;
  readonly takenBytes: number;
}

/** The state of one DSN in memory. */
interface Log {
  readonly space: DsnSpace;
  envelopes: number;
  /** The first rows of its index with their keys, as far as they were read. */
  readonly rows: (readonly [key: string, row: Row])[];
}

/** The number of rows that are read ahead. */
const READ_AHEAD = 32;

const pieceKey = (body: number, index: number): string => `adit/body/${body}/${index}`;
const indexPrefix = (dsn: string): string => `${INDEX}${encodeURIComponent(dsn)}/`;
/** Keys are sorted as text. */
const indexKey = (dsn: string, place: number): string => indexPrefix(dsn) + String(place).padStart(16, '0');

/**
 * Opens the spool in the storage of a Durable Object. The runtime delays the tunnel's answer until the envelope is on
 * disk.
 * @throws TypeError if the storage has no SQLite, or a bound is not a positive whole number
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
  const context = createContext(storage, now, createSpace({ maxBytes, maxBytesPerDsn }));
  readIndex(context);
  removeUnfinished(context);

  return {
    append: (envelope) => append(context, envelope),
    pendingDsns: () => [...context.logs].filter(([, log]) => log.envelopes > 0).map(([dsn]) => dsn),
    peek: (dsn) => Promise.resolve(entryAt(context, dsn, 0)),
    peekBehind: (dsn, behind) => Promise.resolve(entryAt(context, dsn, behind)),
    remove: (dsn) => {
      removeOldest(context, dsn);
      return Promise.resolve();
    },
    depth: () => ({ envelopes: context.envelopes, bytes: context.usedBytes }),
    maxBytes,
    onAlarm: () => {
      context.hasAlarm = false;
      if (context.envelopes > 0) setAlarm(context);
    },
    close: () => {
      context.isClosed = true;
      return Promise.resolve();
    },
  };
}

/** The state of one spool. Every step takes it. */
interface DurableContext {
  readonly storage: DurableStorage;
  readonly now: () => number;
  readonly openSpace: () => DsnSpace;
  readonly logs: Map<string, Log>;
  envelopes: number;
  usedBytes: number;
  /** The next number for a body or a place. */
  next: number;
  hasAlarm: boolean;
  isClosed: boolean;
}

function createContext(
  storage: DurableStorage,
  now: () => number,
  openSpace: () => DsnSpace,
): DurableContext {
  return {
    storage,
    now,
    openSpace,
    logs: new Map(),
    envelopes: 0,
    usedBytes: 0,
    next: 1,
    hasAlarm: false,
    isClosed: false,
  };
}

function openLog({ logs, openSpace }: DurableContext, dsn: string): Log {
  const log = logs.get(dsn) ?? { space: openSpace(), envelopes: 0, rows: [] };
  logs.set(dsn, log);
  return log;
}

function count(context: DurableContext, { dsn, takenBytes }: Row, sign: 1 | -1): void {
  openLog(context, dsn).envelopes += sign;
  context.envelopes += sign;
  context.usedBytes += sign * takenBytes;
}

function readIndex(context: DurableContext): void {
  for (const [key, value] of context.storage.kv.list({ prefix: INDEX })) {
    const row = value as Row;
    count(context, row, 1);
    openLog(context, row.dsn).space.add(row.takenBytes);
    context.next = Math.max(context.next, row.body + 1, Number(key.slice(-16)) + 1);
  }
}

function removeUnfinished(context: DurableContext): void {
  const { kv } = context.storage;
  for (const [key] of [...kv.list({ prefix: UNFINISHED })]) {
    const body = Number(key.slice(UNFINISHED.length));
    removeBody(kv, body);
    kv.delete(key);
    context.next = Math.max(context.next, body + 1);
  }
}

/** If this fails, the next envelope sets the alarm. */
function setAlarm(context: DurableContext): void {
  context.hasAlarm = true;
  context.storage.setAlarm(context.now() + ALARM_AFTER_MS).catch(() => {
    context.hasAlarm = false;
  });
}

async function append(
  context: DurableContext,
  { dsn, receivedAt, fields, body: given }: SpooledEnvelope,
): Promise<void> {
  if (context.isClosed) throw new Error('the spool is closed');
  const { kv } = context.storage;
  const { space } = openLog(context, dsn);
  const body = context.next++;
  let takenBytes = 0;
  const claim = (bytes: number): void => {
    space.take(bytes);
    takenBytes += bytes;
  };
  try {
    claim(ENTRY_BYTES + JSON.stringify(fields).length);
    const bytes = await storeBody(kv, body, given, claim);
    // No await from here on: the runtime writes all of it or nothing.
    const row: Row = { dsn, receivedAt, fields, bytes, body, takenBytes };
    kv.put(indexKey(dsn, context.next++), row);
    kv.delete(UNFINISHED + String(body));
    count(context, row, 1);
    if (!context.hasAlarm) setAlarm(context);
  } catch (error) {
    space.give(takenBytes);
    removeBody(kv, body);
    kv.delete(UNFINISHED + String(body));
    throw error;
  }
}

/** Stores the pieces of a body. @returns its size in bytes */
async function storeBody(
  kv: DurableStorage['kv'],
  body: number,
  given: SpooledEnvelope['body'],
  claim: (bytes: number) => void,
): Promise<number> {
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
}

function removeBody(kv: DurableStorage['kv'], body: number): void {
  for (let index = 0; kv.delete(pieceKey(body, index)); index += 1);
}

function rowAt(context: DurableContext, dsn: string, behind: number): readonly [string, Row] | undefined {
  const { rows, envelopes } = openLog(context, dsn);
  if (rows.length <= behind && rows.length < envelopes) {
    const { kv } = context.storage;
    const listed = kv.list({ prefix: indexPrefix(dsn), limit: behind + 1 + READ_AHEAD });
    rows.splice(0, rows.length, ...(listed as Iterable<[string, Row]>));
  }
  return rows[behind];
}

function entryAt(context: DurableContext, dsn: string, behind: number): SpoolEntry | undefined {
  const row = rowAt(context, dsn, behind)?.[1];
  return row && { ...row, read: () => readBody(context.storage.kv, row) };
}

function removeOldest(context: DurableContext, dsn: string): void {
  const { kv } = context.storage;
  const [key, row] = rowAt(context, dsn, 0) ?? [];
  if (key === undefined || row === undefined) return;
  kv.delete(key);
  removeBody(kv, row.body);
  count(context, row, -1);
  const { space, rows } = openLog(context, dsn);
  space.give(row.takenBytes);
  rows.shift();
}

// oxlint-disable-next-line typescript/require-await -- a body is asynchronous, wherever it is kept
async function* readBody(kv: DurableStorage['kv'], { body, bytes }: Row): AsyncGenerator<Uint8Array> {
  for (let index = 0, read = 0; read < bytes; index += 1) {
    const piece = kv.get(pieceKey(body, index));
    if (!(piece instanceof Uint8Array)) throw new Error('the storage has lost a part of a stored envelope');
    read += piece.byteLength;
    yield piece;
  }
}
