import { unlink, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { ignoreFailure, streamOf } from '@adit/envelope';
import type { SpoolEntry } from '../stores.ts';
import { errorCode, readFully, type OpenFile } from './files.ts';
import { createLookAhead, type LookAhead, type PlacedRecord } from './look-ahead.ts';
import { createRecordScanner, type FoundRecord } from './record-scanner.ts';
import { saveCursor, saveCursorSoon, type CursorContext, type SegmentReading } from './save-cursor.ts';
import { isDone, waitingBytesIn, waitingIn, type LogHost, type LogState, type Segment } from './segment.ts';
import type { Cursor } from './segment-format.ts';

/** Reads and removes the envelopes of one DSN's log. Calls run one after the other. */
export interface LogReader {
  readonly peek: () => Promise<SpoolEntry | undefined>;
  /** The envelope a number of places behind the oldest. */
  readonly peekBehind: (behind: number) => Promise<SpoolEntry | undefined>;
  readonly remove: () => Promise<void>;
  /** Deletes the empty segments at the front. */
  readonly tidy: () => void;
  /** Waits for the call under way and saves nothing more. The open file stays open. */
  readonly abandon: () => Promise<AbandonedReader>;
  /** Saves the cursor. */
  readonly close: () => Promise<void>;
}

/** The open file and segment of a reader that was abandoned. */
export interface AbandonedReader {
  readonly open: { readonly segment: Segment; readonly handle: FileHandle } | undefined;
  /** The segment of the record that was read last and not removed yet. */
  readonly oldestOf: Segment | undefined;
}

/** The methods of its log's writer that a reader calls. */
export interface ReaderWriter {
  /** As `LogWriter.release`. */
  readonly release: () => boolean;
  /** As `LogWriter.verify`. */
  readonly verify: () => void;
}

/** The bytes read at a time from an envelope too large for memory. */
const CHUNK_BYTES = 262_144;

/** The oldest envelope, once it was read. */
interface Oldest extends PlacedRecord {
  readonly entry: SpoolEntry;
}

/** The state of one reader. Every step takes it. */
interface ReaderContext extends CursorContext {
  readonly log: LogState;
  readonly writer: ReaderWriter;
  oldest: Oldest | undefined;
  readonly lookAhead: LookAhead;
  /** The deletions of segments, one after the other. */
  deleted: Promise<void>;
  /** The last call. */
  turn: Promise<unknown>;
}

/** Creates a {@link LogReader}. */
export function createLogReader(host: LogHost, log: LogState, writer: ReaderWriter): LogReader {
  const context: ReaderContext = {
    host,
    log,
    writer,
    open: undefined,
    oldest: undefined,
    lookAhead: createLookAhead(host, log, (placed) => entryOf(host, log, placed)),
    saving: undefined,
    unsaved: 0,
    unsynced: 0,
    generation: 1,
    deleted: Promise.resolve(),
    turn: Promise.resolve(),
  };
  return {
    peek: () => inTurn(context, () => peek(context)),
    peekBehind: (behind) => inTurn(context, () => peekBehind(context, behind)),
    remove: () => inTurn(context, () => removeOldest(context)),
    tidy: () => tidy(context),
    abandon: () =>
      inTurn(context, async () => {
        context.lookAhead.close();
        await context.saving;
        return { open: context.open, oldestOf: context.oldest?.segment };
      }),
    close: () =>
      inTurn(context, async () => {
        await context.saving;
        await saveCursor(context, true);
        closeOpen(context);
        context.lookAhead.close();
      }),
  };
}

function inTurn<T>(context: ReaderContext, work: () => Promise<T>): Promise<T> {
  const result = context.turn.then(work);
  context.turn = result.catch(() => undefined);
  return result;
}

async function peek(context: ReaderContext): Promise<SpoolEntry | undefined> {
  const { host } = context;
  if (host.isDisplaced()) host.verify();
  context.oldest ??= await findOldest(context);
  return context.oldest?.entry;
}

async function peekBehind(context: ReaderContext, behind: number): Promise<SpoolEntry | undefined> {
  const oldest = (context.oldest ??= await findOldest(context));
  return oldest && context.lookAhead.at(oldest, behind);
}

async function removeOldest(context: ReaderContext): Promise<void> {
  const { host, log } = context;
  if (host.isDisplaced()) host.verify();
  const oldest = (context.oldest ??= await findOldest(context));
  if (oldest === undefined) return;
  const { segment, record } = oldest;
  // At most one deletion is unfinished, so the number of envelopes delivered twice is bounded.
  await context.deleted;
  context.oldest = undefined;
  advance(host, segment, { position: record.end, index: record.index + 1 }, { envelopes: 0, bytes: 0 });
  tidy(context);
  if (log.segments[0] === segment) await saveCursorSoon(context);
}

function closeOpen(context: ReaderContext): void {
  const { host, open } = context;
  if (open !== undefined) host.inBackground(ignoreFailure(open.handle.close.bind(open.handle)));
  context.open = undefined;
}

async function openFirst(context: ReaderContext, segment: Segment): Promise<SegmentReading> {
  if (context.open?.segment === segment) return context.open;
  const handle = await openToUpdate(context.host.openFile, segment.path);
  const scanner = createRecordScanner(
    (length, position) => readFully(handle, length, position),
    segment.marker,
  );
  return (context.open = { segment, handle, scanner });
}

/** Moves the cursor past a record or damaged bytes. */
function advance(
  { held, onLoss }: LogHost,
  segment: Segment,
  to: Cursor,
  lost: { envelopes: number; bytes: number },
): void {
  const known = {
    envelopes: Math.min(lost.envelopes, segment.missing.envelopes),
    bytes: Math.min(lost.bytes, segment.missing.bytes),
  };
  held.envelopes -= to.index - segment.cursor.index - known.envelopes;
  held.bytes -= to.position - segment.cursor.position - known.bytes;
  segment.missing = {
    envelopes: segment.missing.envelopes - known.envelopes,
    bytes: segment.missing.bytes - known.bytes,
  };
  segment.cursor = to;
  const lostEnvelopes = lost.envelopes - known.envelopes;
  const lostBytes = lost.bytes - known.bytes;
  if (lostEnvelopes === 0 && lostBytes === 0) return;
  const detail = `${basename(segment.path)}: ${lostEnvelopes} damaged envelopes, ${lostBytes} bytes, left out`;
  onLoss({ lostEnvelopes, lostBytes, details: [detail] });
}

function tidy(context: ReaderContext): void {
  const { host, log, writer } = context;
  const { segments, share } = log;
  for (let [first] = segments; first !== undefined && isDone(first); [first] = segments) {
    if (first.isOpen && !writer.release()) return;
    if (context.open?.segment === first) closeOpen(context);
    context.lookAhead.close(first);
    segments.shift();
    // The file has lost bytes: it ends before the end of its last record.
    host.held.envelopes -= waitingIn(first);
    host.held.bytes -= waitingBytesIn(first);
    share.give(first.bytes);
    context.deleted = deleteFile(host, first, context.deleted);
    host.inBackground(context.deleted);
  }
}

async function deleteFile(host: LogHost, segment: Segment, before: Promise<void>): Promise<void> {
  await before;
  // A failure loses nothing: envelopes after the last saved cursor are delivered again after a restart.
  await ignoreFailure(async () => {
    host.verify();
    await host.ledger.forget(segment);
    await unlink(segment.path);
    await host.syncNames();
  });
}

async function findOldest(context: ReaderContext): Promise<Oldest | undefined> {
  const { host, log, writer } = context;
  for (;;) {
    tidy(context);
    const [segment] = log.segments;
    if (segment === undefined || isDone(segment)) return undefined;
    const { cursor, end, count } = segment;
    const record = await findRecord(context, segment);
    if (record !== undefined) {
      const { start, index } = record;
      const lost = { envelopes: index - cursor.index, bytes: start - cursor.position };
      if (lost.envelopes > 0 || lost.bytes > 0) {
        writer.verify();
        advance(host, segment, { position: start, index }, lost);
      }
      return { segment, record, entry: entryOf(host, log, { segment, record }) };
    }
    // If the file is only at another path, nothing is lost: it is copied back.
    writer.verify();
    const lost = { envelopes: count - cursor.index, bytes: end - cursor.position };
    advance(host, segment, { position: end, index: count }, lost);
  }
}

async function findRecord(context: ReaderContext, segment: Segment): Promise<FoundRecord | undefined> {
  try {
    const { scanner } = await openFirst(context, segment);
    return await scanner.next(segment.cursor.position, segment.end, segment.cursor.index);
  } catch (error) {
    // The file was deleted, so waiting does not help.
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function entryOf({ openFile }: LogHost, { dsn }: LogState, { segment, record }: PlacedRecord): SpoolEntry {
  const { path, movedMs } = segment;
  const { fields, bodyBytes, body } = record;
  const receivedAt = movedMs === 0 ? record.receivedAt : Math.min(record.receivedAt + movedMs, Date.now());
  const read =
    body === undefined
      ? () => readChunks(openFile, path, record.start + record.headBytes, bodyBytes)
      : () => streamOf([body]);
  return { dsn, receivedAt, fields, bytes: bodyBytes, read };
}

async function openToUpdate(openFile: OpenFile, path: string): Promise<FileHandle> {
  try {
    return await openFile(path, 'r+');
  } catch (error) {
    // A file that cannot be written is delivered too.
    if (errorCode(error) === 'EROFS' || errorCode(error) === 'EACCES') return await openFile(path, 'r');
    throw error;
  }
}

async function* readChunks(
  openFile: OpenFile,
  path: string,
  start: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  const handle = await openFile(path, 'r');
  try {
    for (let done = 0; done < length;) {
      const chunk = await readFully(handle, Math.min(CHUNK_BYTES, length - done), start + done);
      if (chunk.length === 0) throw new Error('the spooled envelope was cut short while it was read');
      done += chunk.length;
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}
