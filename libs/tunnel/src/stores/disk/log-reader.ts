import { unlink, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SpoolEntry } from '../stores.ts';
import { streamOf } from '../stream-of.ts';
import { ignoreFailure, errorCode, readFully, writeFully, type OpenFile } from './files.ts';
import { findBehind } from './find-behind.ts';
import { createRecordScanner, type FoundRecord, type RecordScanner } from './record-scanner.ts';
import { isDone, waitingBytesIn, waitingIn, type LogHost, type LogState, type Segment } from './segment.ts';
import { cursorSlotAt, encodeCursor, type Cursor } from './segment-format.ts';

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

/** The number of removals after which the cursor is synced. As many may be delivered twice after a power failure. */
const SYNC_EVERY = 256;

/** The most removals ahead of the saved cursor. As many may be delivered twice after the process is killed. */
const MAX_UNSAVED = 16;

/** The bytes read at a time from an envelope too large for memory. */
const CHUNK_BYTES = 262_144;

interface OpenSegment {
  readonly segment: Segment;
  readonly handle: FileHandle;
  readonly scanner: RecordScanner;
}

/** Creates a {@link LogReader}. */
export function createLogReader(
  host: LogHost,
  { dsn, share, segments }: LogState,
  { release, verify }: ReaderWriter,
): LogReader {
  let open: OpenSegment | undefined;
  let oldest:
    { readonly segment: Segment; readonly record: FoundRecord; readonly entry: SpoolEntry } | undefined;
  let saving: Promise<void> | undefined;
  let unsaved = 0;
  let unsynced = 0;
  let deleted = Promise.resolve();
  let generation = 1;
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  const closeOpen = (): void => {
    if (open !== undefined) host.inBackground(ignoreFailure(open.handle.close.bind(open.handle)));
    open = undefined;
  };

  const openFirst = async (segment: Segment): Promise<OpenSegment> => {
    if (open?.segment === segment) return open;
    const handle = await openToUpdate(host.openFile, segment.path);
    const scanner = createRecordScanner(
      (length, position) => readFully(handle, length, position),
      segment.marker,
    );
    open = { segment, handle, scanner };
    return open;
  };

  /** Moves the cursor past a record or damaged bytes. */
  const advance = (segment: Segment, to: Cursor, lost: { envelopes: number; bytes: number }): void => {
    const known = {
      envelopes: Math.min(lost.envelopes, segment.missing.envelopes),
      bytes: Math.min(lost.bytes, segment.missing.bytes),
    };
    host.held.envelopes -= to.index - segment.cursor.index - known.envelopes;
    host.held.bytes -= to.position - segment.cursor.position - known.bytes;
    segment.missing = {
      envelopes: segment.missing.envelopes - known.envelopes,
      bytes: segment.missing.bytes - known.bytes,
    };
    segment.cursor = to;
    const lostEnvelopes = lost.envelopes - known.envelopes;
    const lostBytes = lost.bytes - known.bytes;
    if (lostEnvelopes === 0 && lostBytes === 0) return;
    const detail = `${basename(segment.path)}: ${lostEnvelopes} damaged envelopes, ${lostBytes} bytes, left out`;
    host.onLoss({ lostEnvelopes, lostBytes, details: [detail] });
  };

  const tidy = (): void => {
    for (let [first] = segments; first !== undefined && isDone(first); [first] = segments) {
      if (first.isOpen && !release()) return;
      if (open?.segment === first) closeOpen();
      segments.shift();
      // A file that has lost bytes ends before its last record should.
      host.held.envelopes -= waitingIn(first);
      host.held.bytes -= waitingBytesIn(first);
      share.give(first.bytes);
      deleted = deleteFile(first, deleted);
      host.inBackground(deleted);
    }
  };

  const deleteFile = async (segment: Segment, before: Promise<void>): Promise<void> => {
    await before;
    // A failure loses nothing: envelopes after the last saved cursor are delivered again after a restart.
    await ignoreFailure(async () => {
      host.verify();
      await host.ledger.forget(segment);
      await unlink(segment.path);
      await host.syncNames();
    });
  };

  const findOldest = async (): Promise<typeof oldest> => {
    for (;;) {
      tidy();
      const [segment] = segments;
      if (segment === undefined || isDone(segment)) return undefined;
      const { cursor, end, count } = segment;
      const record = await findRecord(segment);
      if (record !== undefined) {
        const { start, index } = record;
        const lost = { envelopes: index - cursor.index, bytes: start - cursor.position };
        if (lost.envelopes > 0 || lost.bytes > 0) {
          verify();
          advance(segment, { position: start, index }, lost);
        }
        return { segment, record, entry: entryOf(segment, record) };
      }
      // Not lost if the file is only elsewhere: then it is copied back.
      verify();
      const lost = { envelopes: count - cursor.index, bytes: end - cursor.position };
      advance(segment, { position: end, index: count }, lost);
    }
  };

  const findRecord = async (segment: Segment): Promise<FoundRecord | undefined> => {
    try {
      const { scanner } = await openFirst(segment);
      return await scanner.next(segment.cursor.position, segment.end, segment.cursor.index);
    } catch (error) {
      // The file was deleted, so waiting does not help.
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  };

  const entryOf = ({ path, movedMs }: Segment, record: FoundRecord): SpoolEntry => {
    const { fields, bodyBytes, body } = record;
    const receivedAt = movedMs === 0 ? record.receivedAt : Math.min(record.receivedAt + movedMs, Date.now());
    const read =
      body === undefined
        ? () => readChunks(host.openFile, path, record.start + record.headBytes, bodyBytes)
        : () => streamOf([body]);
    return { dsn, receivedAt, fields, bytes: bodyBytes, read };
  };

  const save = async (isDurable: boolean): Promise<void> => {
    const covered = unsaved;
    if (open !== undefined) {
      const { segment, handle } = open;
      const slot = cursorSlotAt(generation);
      generation += 1;
      // A failure loses nothing: more envelopes are delivered twice after a crash.
      await ignoreFailure(async () => {
        host.verify();
        host.ledger.note(segment);
        await writeFully(handle, encodeCursor(segment.cursor, segment.marker), slot);
        if (isDurable) await handle.datasync();
      });
    }
    unsaved -= covered;
  };

  const catchUp = async (): Promise<void> => {
    while (unsaved > 0) {
      // One write for all removals in this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      await save(false);
    }
  };

  /** Saves the cursor soon after each delivery, mostly without delaying the next one. */
  const saveSoon = async (): Promise<void> => {
    unsaved += 1;
    unsynced += 1;
    saving ??= catchUp().finally(() => (saving = undefined));
    if (unsaved >= MAX_UNSAVED || unsynced >= SYNC_EVERY) await saving;
    if (unsynced < SYNC_EVERY) return;
    unsynced = 0;
    await save(true);
  };

  return {
    peek: () =>
      inTurn(async () => {
        if (host.isDisplaced()) host.verify();
        oldest ??= await findOldest();
        return oldest?.entry;
      }),
    peekBehind: (behind) =>
      inTurn(async () => {
        oldest ??= await findOldest();
        const found = oldest && (await findBehind(host.openFile, segments, oldest, behind));
        return found && entryOf(found.segment, found.record);
      }),
    remove: () =>
      inTurn(async () => {
        if (host.isDisplaced()) host.verify();
        oldest ??= await findOldest();
        if (oldest === undefined) return;
        const { segment, record } = oldest;
        // At most one deletion is unfinished, so the number of envelopes delivered twice is bounded.
        await deleted;
        oldest = undefined;
        advance(segment, { position: record.end, index: record.index + 1 }, { envelopes: 0, bytes: 0 });
        tidy();
        if (segments[0] === segment) await saveSoon();
      }),
    tidy,
    abandon: () =>
      inTurn(async () => {
        await saving;
        return { open, oldestOf: oldest?.segment };
      }),
    close: () =>
      inTurn(async () => {
        await saving;
        await save(true);
        closeOpen();
      }),
  };
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
