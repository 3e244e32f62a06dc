import { readdir, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt, errorCode, readFully, writeFully, type OpenFile } from './files.ts';
import { createRecordScanner } from './record-scanner.ts';
import type { Segment, SpoolLoss } from './segment.ts';
import {
  decodeCursor,
  decodeFooter,
  encodeFooter,
  footerBytes,
  HEADER_BYTES,
  isRestOfFooter,
  MARKER_BYTES,
  parseSegmentName,
  START,
  type Cursor,
  type Footer,
} from './segment-format.ts';
import { STAGED_SUFFIX } from './staged-envelope.ts';

/** What a directory held. */
export interface Recovered {
  /** By DSN, oldest first. */
  readonly logs: ReadonlyMap<string, Segment[]>;
  readonly repair: SpoolLoss;
  readonly lastSequence: number;
}

/** The longest footer that is looked for, in bytes: room for a DSN of 4 000. */
const MAX_FOOTER_BYTES = 4_096;

/**
 * Opens the segments of a directory. Of a closed one header and footer are read, whatever its size; one that was left
 * open by a crash is read through, cut after its last intact record, and closed.
 */
export async function recover(directory: string, openFile: OpenFile): Promise<Recovered> {
  const logs = new Map<string, Segment[]>();
  const details: string[] = [];
  const total = { lostEnvelopes: 0, lostBytes: 0 };
  let lastSequence = 0;

  for (const file of (await readdir(directory)).sort()) {
    const path = join(directory, file);
    if (file.endsWith(STAGED_SUFFIX)) await attempt(() => unlink(path));
    const name = parseSegmentName(file);
    if (name === undefined) continue;
    lastSequence = Math.max(lastSequence, name.sequence);
    const recovered = await recoverSegment(openFile, path, name.marker).catch(errorCode);
    if (typeof recovered !== 'object') {
      details.push(`${file}: cannot be read (${recovered ?? 'unknown error'}); left where it is`);
      continue;
    }
    const { dsn, segment, lost } = recovered;
    if (lost.bytes > 0) {
      total.lostEnvelopes += lost.envelopes;
      total.lostBytes += lost.bytes;
      details.push(`${file}: ${lost.envelopes} damaged envelopes, ${lost.bytes} bytes, left out`);
    }
    if (dsn === undefined || segment === undefined) {
      await attempt(() => unlink(path));
      continue;
    }
    const log = logs.get(dsn);
    if (log === undefined) logs.set(dsn, [segment]);
    else log.push(segment);
  }
  return { logs, repair: { ...total, details }, lastSequence };
}

interface RecoveredSegment {
  readonly dsn?: string;
  /** Absent when nothing in it waits. */
  readonly segment?: Segment;
  readonly lost: { readonly envelopes: number; readonly bytes: number };
}

/** Read at a time where nothing intact is left, in bytes. */
const TAIL_STEP_BYTES = 262_144;

const NOTHING_LOST = { envelopes: 0, bytes: 0 };

async function recoverSegment(openFile: OpenFile, path: string, marker: Buffer): Promise<RecoveredSegment> {
  const handle = await openFile(path, 'r');
  try {
    const { size } = await handle.stat();
    const cursor = decodeCursor(await readFully(handle, HEADER_BYTES, 0), marker) ?? START;
    const tailBytes = Math.min(MAX_FOOTER_BYTES, size);
    const footer = decodeFooter(await readFully(handle, tailBytes, size - tailBytes), size, marker);
    if (footer === undefined) return await readThrough({ openFile, path, handle, size, marker, cursor });

    const { dsn, count, end } = footer;
    if (cursor.index >= count) return { lost: NOTHING_LOST };
    const missing = { envelopes: 0, bytes: 0 };
    return {
      dsn,
      segment: { path, marker, bytes: size, end, count, cursor, missing, isOpen: false },
      lost: NOTHING_LOST,
    };
  } finally {
    await handle.close();
  }
}

/** Counts what a segment without a footer holds. */
async function readThrough({
  openFile,
  path,
  handle,
  size,
  marker,
  cursor,
}: {
  readonly openFile: OpenFile;
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
  readonly marker: Buffer;
  readonly cursor: Cursor;
}): Promise<RecoveredSegment> {
  // The header is written together with the first record.
  if (size <= HEADER_BYTES) return { lost: { envelopes: Math.min(size, 1), bytes: size } };

  const read = (length: number, position: number): Promise<Buffer> => readFully(handle, length, position);
  const scanner = createRecordScanner(read, marker);
  const missing = { envelopes: 0, bytes: 0 };
  let dsn: string | undefined;
  let { position: end, index: count } = cursor;
  for (;;) {
    const record = await scanner.next(end, size);
    if (record === undefined) break;
    missing.envelopes += record.index - count;
    missing.bytes += record.start - end;
    dsn = record.dsn;
    count = record.index + 1;
    end = record.end;
  }

  const tail = await inspectTail(read, { end, size, marker });
  const lost = { envelopes: missing.envelopes + tail.envelopes, bytes: missing.bytes + tail.bytes };
  if (dsn === undefined) return { lost };
  await attempt(() => closeSegment(openFile, path, { dsn, count, end, marker }));
  const bytes = end + footerBytes(dsn);
  return { dsn, segment: { path, marker, bytes, end, count, cursor, missing, isOpen: false }, lost };
}

/** What was lost after the last intact record: nothing, where it is only the footer that is damaged. */
async function inspectTail(
  read: (length: number, position: number) => Promise<Buffer>,
  { end, size, marker }: { readonly end: number; readonly size: number; readonly marker: Buffer },
): Promise<{ readonly envelopes: number; readonly bytes: number }> {
  if (end >= size || isRestOfFooter(await read(MARKER_BYTES, end), marker)) return NOTHING_LOST;
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
