import { randomBytes } from 'node:crypto';
import { rename, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import { readBootClock, setSinceMs } from './boot-clock.ts';
import { FILE_MODE, writeFully } from './files.ts';
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

/** A segment and its open file. */
export interface OpenSegment {
  readonly segment: Segment;
  readonly handle: FileHandle;
  readonly identity: FileIdentity;
}

/** The log that is written to, and its open segment. Every step takes it. */
export interface WriteContext {
  readonly host: LogHost;
  readonly log: LogState;
  open: OpenSegment | undefined;
}

const NOTHING = Buffer.alloc(0);

/** The path and the identity of a segment's file. */
export const placeOf = ({ segment, identity }: OpenSegment): PlacedFile => ({ path: segment.path, identity });

/** Removes the open segment from the log's writer. Its file is still open. */
export function takeOpen(context: WriteContext): OpenSegment | undefined {
  const { open } = context;
  if (open !== undefined) open.segment.isOpen = false;
  context.open = undefined;
  return open;
}

/** Writes the footer of the open segment. Without one, the whole segment is read at the next start. */
export async function sealOpen(context: WriteContext): Promise<void> {
  const open = takeOpen(context);
  if (open === undefined) return;
  const { segment, handle } = open;
  const { dsn } = context.log;
  const { count, end, marker } = segment;
  countFooter(context.log, segment);
  await ignoreFailure(() => writeFully(handle, encodeFooter({ dsn, count, end }, marker), end));
  await ignoreFailure(() => handle.close());
}

/** Writes records to the open segment, or to a new one, and syncs them. */
export async function commitRecords(context: WriteContext, records: readonly NewRecord[]): Promise<void> {
  const { host, log } = context;
  // The records of a segment are dated by one clock.
  if (setSinceMs(context.open?.segment.clock) !== 0) await sealOpen(context);
  const isNew = context.open === undefined;
  const open = (context.open ??= await createSegment(context));
  const { segment, handle } = open;
  const length = records.reduce((total, record) => total + recordBytes(record), 0);
  const end = segment.end + length;
  const count = segment.count + records.length;
  const isLast = end >= host.maxSegmentBytes;
  const before = isNew ? encodeHeader(segment.marker, segment.clock) : NOTHING;
  const after = isLast ? encodeFooter({ dsn: log.dsn, count, end }, segment.marker) : NOTHING;
  try {
    const bytes = encodeRecords(records, { segment, before, after, length });
    await writeFully(handle, bytes, segment.end - before.length);
    await handle.datasync();
    if (isNew) await host.syncNames();
    host.verify(placeOf(open));
  } catch (error) {
    // A displaced segment stays open: its acknowledged envelopes can still be copied from it.
    if (isNew || !(error instanceof SpoolDisplacedError)) await giveUp(context, open);
    throw error;
  }
  segment.end = end;
  segment.bytes += length;
  segment.count = count;
  noteHeld(host, segment, records.length, length);
  if (isNew) log.segments.push(segment);
  if (isLast) {
    takeOpen(context);
    countFooter(log, segment);
    await ignoreFailure(() => handle.close());
  }
}

/** Makes a staged envelope a segment of its own. */
export async function commitStaged(context: WriteContext, staged: StagedEnvelope): Promise<void> {
  const { host, log } = context;
  const { path, marker, end, bytes, identity, clock } = staged;
  await sealOpen(context);
  const segment = newSegment(host, { marker, clock, bytes, end, count: 1, isOpen: false });
  const placed = segment.path;
  try {
    await rename(path, placed);
    await host.syncNames();
    host.verify({ path: placed, identity });
  } catch (error) {
    await ignoreFailure(() => unlink(path));
    await ignoreFailure(() => unlink(placed));
    log.share.give(bytes);
    throw error;
  }
  log.segments.push(segment);
  noteHeld(host, segment, 1, end - HEADER_BYTES);
}

async function createSegment({ host, log }: WriteContext): Promise<OpenSegment> {
  const clock = readBootClock();
  const marker = randomBytes(MARKER_BYTES);
  const empty = { bytes: HEADER_BYTES, end: HEADER_BYTES, count: 0, isOpen: true };
  const segment = newSegment(host, { marker, clock, ...empty });
  // Opened for reading too, so that it can be copied if its name is deleted.
  const handle = await host.openFile(segment.path, 'wx+', FILE_MODE);
  const identity = await handle.stat();
  log.share.add(HEADER_BYTES);
  return { segment, handle, identity };
}

/** The state of a segment that nothing was delivered from. */
function newSegment(
  host: LogHost,
  given: Pick<Segment, 'marker' | 'clock' | 'bytes' | 'end' | 'count' | 'isOpen'>,
): Segment {
  const sequence = host.nextSequence();
  const path = join(host.directory, formatSegmentName({ sequence, marker: given.marker }));
  return { ...given, path, sequence, cursor: START, missing: { envelopes: 0, bytes: 0 }, movedMs: 0 };
}

function noteHeld({ ledger, held }: LogHost, segment: Segment, envelopes: number, bytes: number): void {
  ledger.note(segment);
  held.envelopes += envelopes;
  held.bytes += bytes;
}

function countFooter({ dsn, share }: LogState, segment: Segment): void {
  segment.bytes += footerBytes(dsn);
  share.add(footerBytes(dsn));
}

/**
 * Closes the segment after a failed write, because it is unknown whether the kernel still holds the bytes that were not
 * synced. Durable records stay, the rest is cut off.
 */
async function giveUp(context: WriteContext, { segment, handle }: OpenSegment): Promise<void> {
  takeOpen(context);
  await ignoreFailure(() => handle.truncate(segment.end));
  await ignoreFailure(() => handle.close());
  if (segment.count > 0) return;
  context.log.share.give(segment.bytes);
  await ignoreFailure(() => unlink(segment.path));
}
