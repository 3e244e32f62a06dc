import type { FileHandle } from 'node:fs/promises';
import { ignoreFailure } from '@adit/envelope';
import { setSinceMs, type BootClock } from './boot-clock.ts';
import { readFully, writeFully, type OpenFile } from './files.ts';
import type { LedgerEntries, LedgerEntry } from './ledger.ts';
import { createRecordScanner } from './record-scanner.ts';
import type { Segment } from './segment.ts';
import {
  decodeClock,
  decodeCursor,
  decodeFooter,
  encodeFooter,
  footerBytes,
  HEADER_BYTES,
  isRestOfFooter,
  MARKER_BYTES,
  START,
  type Cursor,
  type Footer,
  type SegmentName,
} from './segment-format.ts';

/** The content of a segment's file. */
export interface ReadSegment {
  /** The marker of its records. It differs from the file's name if two files were swapped. */
  readonly marker: Buffer;
  readonly dsn?: string;
  /** Absent if no envelope in it waits. */
  readonly segment?: Segment;
  /** Intact envelopes that wait. */
  readonly intact: number;
  readonly lost: { readonly envelopes: number; readonly bytes: number };
  /** Whether the file contains nothing of this spool, as far as the ledger shows. */
  readonly isForeign: boolean;
}

/** The longest footer that is searched for, in bytes: a DSN of 4 000 bytes fits. */
const MAX_FOOTER_BYTES = 4_096;

/** The bytes read at a time if no record is intact. */
const TAIL_STEP_BYTES = 262_144;

const NOTHING_LOST = { envelopes: 0, bytes: 0 };

/** The state of reading a segment's file. */
interface SegmentFile {
  readonly openFile: OpenFile;
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
  readonly marker: Buffer;
  readonly sequence: number;
  readonly cursor: Cursor;
  readonly clock: BootClock | undefined;
  readonly entry: LedgerEntry | undefined;
  readonly hasLedger: boolean;
}

/**
 * Reads the content of a segment. Of a closed segment it reads only header and footer. One that a crash left open is read
 * to its end, cut after its last intact record, and closed.
 * @param known the entries of the ledger; `undefined` without a ledger
 * @throws the error of the disk
 */
export async function readSegment(
  openFile: OpenFile,
  path: string,
  name: SegmentName,
  known: LedgerEntries | undefined,
): Promise<ReadSegment> {
  const handle = await openFile(path, 'r');
  try {
    const { size } = await handle.stat();
    const beginning = await readFully(handle, HEADER_BYTES + MARKER_BYTES, 0);
    const marker = markerOf(beginning, name, known);
    const entry = known?.get(marker.toString('hex'));
    const sequence = entry?.sequence ?? name.sequence;
    const saved = decodeCursor(beginning, marker);
    const cursor = later(saved ?? START, entry?.cursor ?? START);
    const file: SegmentFile = {
      openFile,
      path,
      handle,
      size,
      marker,
      sequence,
      cursor,
      clock: decodeClock(beginning, marker),
      entry,
      hasLedger: known !== undefined,
    };
    const tailBytes = Math.min(MAX_FOOTER_BYTES, size);
    const footer = decodeFooter(await readFully(handle, tailBytes, size - tailBytes), size, marker);
    if (footer !== undefined) return readClosed(file, footer);
    const mayBeForeign = file.hasLedger && entry === undefined && saved === undefined;
    return await readThrough(file, mayBeForeign);
  } finally {
    await handle.close();
  }
}

/**
 * The marker of a file's records: the one in its name, unless the first record has another segment's marker, which no
 * client can know.
 */
function markerOf(beginning: Buffer, name: SegmentName, known: LedgerEntries | undefined): Buffer {
  const found = beginning.subarray(HEADER_BYTES);
  return known?.has(found.toString('hex')) === true ? Buffer.from(found) : name.marker;
}

const later = (one: Cursor, other: Cursor): Cursor => (other.position > one.position ? other : one);

type Content = Pick<Segment, 'bytes' | 'end' | 'count' | 'missing'>;

/** A segment that is delivered from its cursor on, and no longer written to. */
const segmentOf = ({ path, marker, sequence, cursor, clock }: SegmentFile, content: Content): Segment => ({
  path,
  marker,
  sequence,
  cursor,
  clock,
  movedMs: setSinceMs(clock),
  isOpen: false,
  ...content,
});

function readClosed(file: SegmentFile, { dsn, count, end }: Footer): ReadSegment {
  const { size, marker, cursor, entry } = file;
  // An older copy of the file holds fewer records than were acknowledged.
  const lost = {
    envelopes: missingOf(entry, Math.max(count, cursor.index)),
    bytes: Math.max(0, (entry?.end ?? 0) - Math.max(end, cursor.position)),
  };
  const intact = Math.max(0, count - cursor.index);
  // Waiting records are read when they are delivered. Damaged ones are counted then.
  if (intact === 0) return { marker, intact, lost, isForeign: false };
  const segment = segmentOf(file, { bytes: size, end, count, missing: reportedOf(entry, cursor) });
  return { marker, dsn, segment, intact, lost, isForeign: false };
}

/** The missing records that were reported before; none if delivery has passed the ledger's position. */
function reportedOf(entry: LedgerEntry | undefined, cursor: Cursor): LedgerEntry['missing'] {
  return entry?.cursor.position === cursor.position ? entry.missing : NOTHING_LOST;
}

/** The number of the ledger's records beyond those found. */
const missingOf = (entry: LedgerEntry | undefined, count: number): number =>
  Math.max(0, (entry?.count ?? 0) - count);

/** Counts the records of a segment without a footer. */
async function readThrough(file: SegmentFile, mayBeForeign: boolean): Promise<ReadSegment> {
  const { openFile, path, handle, size, marker, cursor, entry } = file;
  const read = (length: number, position: number): Promise<Buffer> => readFully(handle, length, position);
  const scanner = createRecordScanner(read, marker);
  const missing = { envelopes: 0, bytes: 0 };
  let dsn: string | undefined;
  let { position: end, index: count } = cursor;
  for (;;) {
    const record = await scanner.next(end, size, count);
    if (record === undefined) break;
    missing.envelopes += record.index - count;
    missing.bytes += record.start - end;
    dsn = record.dsn;
    count = record.index + 1;
    end = record.end;
  }

  const isForeign = mayBeForeign && dsn === undefined;
  const tail = isForeign ? NOTHING_LOST : await inspectTail(read, { ...file, end, count });
  const reported = reportedOf(entry, cursor);
  const lost = {
    envelopes: Math.max(0, missing.envelopes + tail.envelopes - reported.envelopes),
    bytes: Math.max(0, missing.bytes + tail.bytes - reported.bytes),
  };
  if (dsn === undefined) return { marker, intact: 0, lost, isForeign };
  await ignoreFailure(() => closeSegment(openFile, path, { dsn, count, end, marker }));
  const segment = segmentOf(file, { bytes: end + footerBytes(dsn), end, count, missing });
  const intact = count - cursor.index - missing.envelopes;
  return { marker, dsn, segment, intact, lost, isForeign };
}

/**
 * The loss after the last intact record. The ledger has the exact number of envelopes. Without a ledger their first bytes
 * are counted, which misses envelopes without first bytes and includes those that were never acknowledged.
 */
async function inspectTail(
  read: (length: number, position: number) => Promise<Buffer>,
  {
    end,
    count,
    size,
    marker,
    entry,
    hasLedger,
  }: SegmentFile & { readonly end: number; readonly count: number },
): Promise<{ readonly envelopes: number; readonly bytes: number }> {
  const isFooter = end >= size || isRestOfFooter(await read(MARKER_BYTES, end), marker);
  if (entry !== undefined) {
    const envelopes = missingOf(entry, count);
    const bytes = Math.max(isFooter ? 0 : size - end, envelopes === 0 ? 0 : entry.end - end);
    return { envelopes, bytes };
  }
  if (isFooter) return NOTHING_LOST;
  // The crash came before the segment was noted, so the envelope that it cut short was not acknowledged.
  if (hasLedger) return { envelopes: 0, bytes: size - end };
  // The header is written together with the first record.
  if (size <= HEADER_BYTES) return { envelopes: Math.min(size, 1), bytes: size };
  let envelopes = 0;
  for (let at = end; at < size; at += TAIL_STEP_BYTES) {
    const bytes = await read(TAIL_STEP_BYTES + MARKER_BYTES - 1, at);
    for (let found = bytes.indexOf(marker); found >= 0; found = bytes.indexOf(marker, found + 1)) {
      envelopes += 1;
    }
  }
  return { envelopes: Math.max(1, envelopes), bytes: size - end };
}

async function closeSegment(
  openFile: OpenFile,
  path: string,
  { dsn, count, end, marker }: Footer & { readonly marker: Buffer },
): Promise<void> {
  const handle = await openFile(path, 'r+');
  try {
    await handle.truncate(end);
    await writeFully(handle, encodeFooter({ dsn, count, end }, marker), end);
  } finally {
    await handle.close();
  }
}
