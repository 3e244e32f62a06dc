import { randomBytes } from 'node:crypto';
import { rename, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { readBootClock, setSinceMs } from './boot-clock.ts';
import { ignoreFailure, FILE_MODE, writeFully } from './files.ts';
import { encodeRecords, recordBytes, type NewRecord } from './new-record.ts';
import { SpoolDisplacedError, type FileIdentity, type PlacedFile } from './place.ts';
import type { LogHost, LogState, Segment } from './segment.ts';
import {
  encodeFooter,
  encodeHeader,
  footerBytes,
  formatSegmentName,
  HEADER_BYTES,
  MARKER_BYTES,
  START,
} from './segment-format.ts';
import type { StagedEnvelope } from './staged-envelope.ts';

/** Appends to one DSN's log. */
export interface LogWriter {
  /** Resolves once the record is durable. */
  readonly append: (record: NewRecord) => Promise<void>;
  /** Appends a staged envelope, and resolves once it is durable there. */
  readonly place: (staged: StagedEnvelope) => Promise<void>;
  /**
   * Closes the open segment after all of it was delivered.
   * @returns `false` if it is being written to
   */
  readonly release: () => boolean;
  /**
   * Checks that the directory and the open segment are still at their paths.
   * @throws SpoolDisplacedError
   */
  readonly verify: () => void;
  /** Waits for the write under way and refuses the rest. The open segment and its file stay open. */
  readonly abandon: () => Promise<OpenSegment | undefined>;
  /** Writes the waiting records, then closes the open segment. */
  readonly close: () => Promise<void>;
}

interface Job {
  readonly record?: NewRecord;
  readonly staged?: StagedEnvelope;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** A segment and its open file. */
export interface OpenSegment {
  readonly segment: Segment;
  readonly handle: FileHandle;
  readonly identity: FileIdentity;
}

/** The largest single write, in bytes. */
const MAX_BATCH_BYTES = 4_194_304;

const NOTHING = Buffer.alloc(0);

/**
 * Creates a {@link LogWriter}. Records that arrive during a write are written together next, and synced with one call.
 * @param onIdle is called when nothing is left to write
 */
export function createLogWriter(
  host: LogHost,
  { dsn, share, segments }: LogState,
  onIdle: () => void,
): LogWriter {
  const queue: Job[] = [];
  let open: OpenSegment | undefined;
  let running: Promise<void> | undefined;
  /** Whether the directory was checked in this turn of the event loop. */
  let isVerified = false;

  const create = async (): Promise<OpenSegment> => {
    const clock = readBootClock();
    const marker = randomBytes(MARKER_BYTES);
    const sequence = host.nextSequence();
    const path = join(host.directory, formatSegmentName({ sequence, marker }));
    // Opened for reading too, so that it can be copied if its name is deleted.
    const handle = await host.openFile(path, 'wx+', FILE_MODE);
    const identity = await handle.stat();
    share.add(HEADER_BYTES);
    const segment: Segment = {
      path,
      marker,
      sequence,
      bytes: HEADER_BYTES,
      end: HEADER_BYTES,
      count: 0,
      cursor: START,
      missing: { envelopes: 0, bytes: 0 },
      clock,
      movedMs: 0,
      isOpen: true,
    };
    return { segment, handle, identity };
  };

  const placeOf = ({ segment, identity }: OpenSegment): PlacedFile => ({ path: segment.path, identity });

  /** Writes the footer of the open segment. Without one, the whole segment is read at the next start. */
  const sealOpen = async (): Promise<void> => {
    if (open === undefined) return;
    const { segment, handle } = open;
    const { count, end, marker } = segment;
    open = undefined;
    segment.isOpen = false;
    countFooter(segment);
    await ignoreFailure(() => writeFully(handle, encodeFooter({ dsn, count, end }, marker), end));
    await ignoreFailure(() => handle.close());
  };
  const countFooter = (segment: Segment): void => {
    segment.bytes += footerBytes(dsn);
    share.add(footerBytes(dsn));
  };

  /**
   * Closes the segment after a failed write, because it is unknown whether the kernel still holds the bytes that were not
   * synced. Durable records stay, the rest is cut off.
   */
  const giveUp = async ({ segment, handle }: OpenSegment): Promise<void> => {
    open = undefined;
    segment.isOpen = false;
    await ignoreFailure(() => handle.truncate(segment.end));
    await ignoreFailure(() => handle.close());
    if (segment.count > 0) return;
    share.give(segment.bytes);
    await ignoreFailure(() => unlink(segment.path));
  };

  const commitRecords = async (records: readonly NewRecord[]): Promise<void> => {
    // The records of a segment are dated by one clock.
    if (setSinceMs(open?.segment.clock) !== 0) await sealOpen();
    const isNew = open === undefined;
    open ??= await create();
    const { segment, handle } = open;
    const length = records.reduce((total, record) => total + recordBytes(record), 0);
    const end = segment.end + length;
    const count = segment.count + records.length;
    const isLast = end >= host.maxSegmentBytes;
    const before = isNew ? encodeHeader(segment.marker, segment.clock) : NOTHING;
    const after = isLast ? encodeFooter({ dsn, count, end }, segment.marker) : NOTHING;
    try {
      const bytes = encodeRecords(records, { segment, before, after, length });
      await writeFully(handle, bytes, segment.end - before.length);
      await handle.datasync();
      if (isNew) await host.syncNames();
      host.verify(placeOf(open));
    } catch (error) {
      // A displaced segment stays open: its acknowledged envelopes can still be copied from it.
      if (isNew || !(error instanceof SpoolDisplacedError)) await giveUp(open);
      throw error;
    }
    segment.end = end;
    segment.bytes += length;
    segment.count = count;
    host.ledger.note(segment);
    host.held.envelopes += records.length;
    host.held.bytes += length;
    if (isNew) segments.push(segment);
    if (isLast) {
      open = undefined;
      segment.isOpen = false;
      countFooter(segment);
      await ignoreFailure(() => handle.close());
    }
  };

  const commitStaged = async (staged: StagedEnvelope): Promise<void> => {
    const { path, marker, end, bytes, identity, clock } = staged;
    await sealOpen();
    const sequence = host.nextSequence();
    const placed = join(host.directory, formatSegmentName({ sequence, marker }));
    const segment: Segment = {
      path: placed,
      marker,
      sequence,
      bytes,
      end,
      count: 1,
      cursor: START,
      missing: { envelopes: 0, bytes: 0 },
      clock,
      movedMs: 0,
      isOpen: false,
    };
    try {
      await rename(path, placed);
      await host.syncNames();
      host.verify({ path: placed, identity });
    } catch (error) {
      await ignoreFailure(() => unlink(path));
      await ignoreFailure(() => unlink(placed));
      share.give(bytes);
      throw error;
    }
    segments.push(segment);
    host.ledger.note(segment);
    host.held.envelopes += 1;
    host.held.bytes += end - HEADER_BYTES;
  };

  const takeBatch = (): Job[] => {
    let bytes = 0;
    let length = 0;
    for (const { record } of queue) {
      if (record === undefined) break;
      bytes += recordBytes(record);
      if (length > 0 && bytes > MAX_BATCH_BYTES) break;
      length += 1;
    }
    return queue.splice(0, Math.max(1, length));
  };

  const commit = (batch: readonly Job[]): Promise<void> => {
    const staged = batch[0]?.staged;
    if (staged !== undefined) return commitStaged(staged);
    return commitRecords(batch.flatMap(({ record }) => record ?? []));
  };

  const run = async (): Promise<void> => {
    // Envelopes appended in this turn of the event loop belong to the first batch.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = takeBatch();
      try {
        // Another process may have locked the directory since the last write and opened our files.
        if (!isVerified || host.isDisplaced()) verify();
        await commit(batch);
        isVerified = true;
        setImmediate(() => (isVerified = false));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { record, reject } of batch) {
          if (record !== undefined) share.give(recordBytes(record));
          reject(error);
        }
      }
    }
    running = undefined;
    onIdle();
  };

  const verify = (): void => {
    host.verify(open && placeOf(open));
  };

  const enqueue = (work: Pick<Job, 'record' | 'staged'>): Promise<void> =>
    new Promise((resolve, reject) => {
      queue.push({ ...work, resolve, reject });
      running ??= run();
    });

  return {
    append: (record) => enqueue({ record }),
    place: (staged) => enqueue({ staged }),
    release: () => {
      if (running !== undefined || open === undefined) return false;
      const { segment, handle } = open;
      open = undefined;
      segment.isOpen = false;
      host.inBackground(ignoreFailure(() => handle.close()));
      return true;
    },
    verify,
    abandon: async () => {
      await running;
      return open;
    },
    close: async () => {
      await running;
      await sealOpen();
    },
  };
}
