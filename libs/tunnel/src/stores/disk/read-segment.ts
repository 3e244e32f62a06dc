import type { FileHandle } from 'node:fs/promises';
import { setSinceMs, type BootClock } from './boot-clock.ts';
import { ignoreFailure, readFully, writeFully, type OpenFile } from './files.ts';
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

/** What a segment's file was found to hold. */
export interface ReadSegment {
  /** The marker its records begin with, which is not the name's if two files have changed names. */
  readonly marker: Buffer;
  readonly dsn?: string;
  /** Absent if nothing in it waits. */
  readonly segment?: Segment;
  /** Intact envelopes that wait. */
  readonly intact: number;
  readonly lost: { readonly envelopes: number; readonly bytes: number };
  /** Whether the file holds nothing that this spool has written, as far as the ledger knows. */
  readonly isForeign: boolean;
}

/** The longest footer that is looked for, in bytes: room for a DSN of 4 000. */
const MAX_FOOTER_BYTES = 4_096;

/** Read at a time if nothing intact is left, in bytes. */
const TAIL_STEP_BYTES = 262_144;

const NOTHING_LOST = { envelopes: 0, bytes: 0 };

/** A segment's file while it is read. */
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
 * Reads what a segment holds. Of a closed one header and footer are read, whatever its size; one that was left open by
 * a crash is read through, cut after its last intact record, and closed.
 * @param known what the ledger says; `undefined` if there is no ledger
 * @throws the failure of the disk
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
 * The marker of a file's records. The name is not believed if the first record has another segment's marker, which no
 * client knows.
 */
function markerOf(beginning: Buffer, name: SegmentName, known: LedgerEntries | undefined): Buffer {
  const found = beginning.subarray(HEADER_BYTES);
  return known?.has(found.toString('hex')) === true ? Buffer.from(found) : name.marker;
}

const later = (one: Cursor, other: Cursor): Cursor => (other.position > one.position ? other : one);

function readClosed(
  { path, size, marker, sequence, cursor, clock, entry }: SegmentFile,
  { dsn, count, end }: Footer,
): ReadSegment {
  // An older copy of the file holds fewer records than were acknowledged.
  const lost = {
    envelopes: missingOf(entry, Math.max(count, cursor.index)),
    bytes: Math.max(0, (entry?.end ?? 0) - Math.max(end, cursor.position)),
  };
  const intact = Math.max(0, count - cursor.index);
  // What waits is read when it is delivered, and counted then if it is damaged.
  if (intact === 0) return { marker, intact, lost, isForeign: false };
  const missing = toldOf(entry, cursor);
  const segment = {
    path,
    marker,
    sequence,
    bytes: size,
    end,
    count,
    cursor,
    missing,
    clock,
    movedMs: setSinceMs(clock),
    isOpen: false,
  };
  return { marker, dsn, segment, intact, lost, isForeign: false };
}

/** What is missing and has been reported before; nothing if delivery has come further than the ledger says. */
function toldOf(entry: LedgerEntry | undefined, cursor: Cursor): LedgerEntry['missing'] {
  return entry?.cursor.position === cursor.position ? entry.missing : NOTHING_LOST;
}

/** Records of the ledger's beyond those that are accounted for. */
const missingOf = (entry: LedgerEntry | undefined, count: number): number =>
  Math.max(0, (entry?.count ?? 0) - count);

/** Counts what a segment without a footer holds. */
async function readThrough(file: SegmentFile, mayBeForeign: boolean): Promise<ReadSegment> {
  const { openFile, path, handle, size, marker, sequence, cursor, clock, entry } = file;
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
  const told = toldOf(entry, cursor);
  const lost = {
    envelopes: Math.max(0, missing.envelopes + tail.envelopes - told.envelopes),
    bytes: Math.max(0, missing.bytes + tail.bytes - told.bytes),
  };
  if (dsn === undefined) return { marker, intact: 0, lost, isForeign };
  await ignoreFailure(() => closeSegment(openFile, path, { dsn, count, end, marker }));
  const bytes = end + footerBytes(dsn);
  const segment = {
    path,
    marker,
    sequence,
    bytes,
    end,
    count,
    cursor,
    missing,
    clock,
    movedMs: setSinceMs(clock),
    isOpen: false,
  };
  const intact = count - cursor.index - missing.envelopes;
  return { marker, dsn, segment, intact, lost, isForeign };
}

/**
 * What was lost after the last intact record. Only the ledger knows how many envelopes; without one they are counted
 * by their beginnings, which misses those whose beginnings are gone, and counts those that were never acknowledged.
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
  // The crash came before the segment was noted: what it cut short was not acknowledged.
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
