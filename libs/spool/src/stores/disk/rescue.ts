import { rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import type { AbandonedLog } from './dsn-log.ts';
import { FILE_MODE, readFully, syncDirectory, writeFully, type OpenFile } from './files.ts';
import type { LedgerEntries } from './ledger.ts';
import { isInPlace, type Place } from './place.ts';
import { isDone, waitingBytesIn, waitingIn, type Segment, type SpoolLoss } from './segment.ts';
import { STAGED_SUFFIX } from './staged-envelope.ts';

/** The bytes copied at a time. */
const CHUNK_BYTES = 1_048_576;

/**
 * Copies segments back whose files are no longer in the directory: from files that are still open after their names were
 * deleted, and from the former directory if it was renamed or mounted over. Segments that cannot be copied are missing
 * afterwards.
 * @param former the place where the segments were opened
 * @param place the same path, locked again
 */
export async function rescueSegments(
  openFile: OpenFile,
  logs: readonly AbandonedLog[],
  former: Place,
  place: Place,
): Promise<void> {
  for (const { segments, open } of logs) {
    for (const segment of segments) {
      if (isDone(segment)) continue;
      const handle = open.find((one) => one.segment === segment)?.handle;
      await ignoreFailure(() => rescueSegment(openFile, segment, handle, former));
    }
  }
  await ignoreFailure(() => syncDirectory(openFile, place.directory));
}

/** The content of abandoned logs, as entries of the ledger. */
export function entriesOf(logs: readonly AbandonedLog[]): LedgerEntries {
  return new Map(
    logs.flatMap(({ segments }) =>
      segments.map((segment) => [segment.marker.toString('hex'), segment] as const),
    ),
  );
}

async function rescueSegment(
  openFile: OpenFile,
  segment: Segment,
  handle: FileHandle | undefined,
  former: Place,
): Promise<void> {
  const { path, end, isOpen } = segment;
  if (handle !== undefined) {
    if (!(await isInPlace({ path, identity: await handle.stat() }))) await copyTo(openFile, segment, handle);
    // Records that were written but not acknowledged are written again.
    else if (isOpen) await handle.truncate(end);
    return;
  }
  if ((await ignoreFailure(() => stat(path))) !== undefined) return;
  const reached = await openFile(former.reach(basename(path)), 'r');
  try {
    await copyTo(openFile, segment, reached);
  } finally {
    await reached.close();
  }
}

async function copyTo(
  openFile: OpenFile,
  { path, end, bytes, isOpen }: Segment,
  from: FileHandle,
): Promise<void> {
  const length = isOpen ? end : bytes;
  const draft = join(path, '..', `${basename(path)}${STAGED_SUFFIX}`);
  const to = await openFile(draft, 'w', FILE_MODE);
  try {
    for (let at = 0; at < length; at += CHUNK_BYTES) {
      const chunk = await readFully(from, Math.min(CHUNK_BYTES, length - at), at);
      if (chunk.length === 0) break;
      await writeFully(to, chunk, at);
    }
    await to.datasync();
    await rename(draft, path);
  } catch (error) {
    await ignoreFailure(() => unlink(draft));
    throw error;
  } finally {
    await to.close();
  }
}

/** The loss if abandoned segments are never copied: all waiting envelopes whose files are gone. */
export async function lossOf(directory: string, logs: readonly AbandonedLog[]): Promise<SpoolLoss> {
  const loss = { lostEnvelopes: 0, lostBytes: 0 };
  for (const segment of logs.flatMap(({ segments }) => segments)) {
    if ((await ignoreFailure(() => stat(segment.path))) !== undefined) continue;
    loss.lostEnvelopes += waitingIn(segment);
    loss.lostBytes += waitingBytesIn(segment);
  }
  return { ...loss, details: [`${directory}: closed while it could not be opened again`] };
}

/** Closes the files that abandoned logs had open. */
export async function closeFiles(logs: readonly AbandonedLog[]): Promise<void> {
  for (const { handle } of logs.flatMap(({ open }) => open)) await ignoreFailure(() => handle.close());
}
