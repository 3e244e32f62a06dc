import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import { errorCode, type OpenFile } from './files.ts';
import type { LedgerEntries, LedgerEntry } from './ledger.ts';
import { readSegment, type ReadSegment } from './read-segment.ts';
import type { Segment, SpoolLoss } from './segment.ts';
import { formatSegmentName, parseSegmentName } from './segment-format.ts';
import { STAGED_SUFFIX } from './staged-envelope.ts';

/** The segments found in a directory. */
export interface Recovered {
  /** By DSN, oldest first. */
  readonly logs: ReadonlyMap<string, Segment[]>;
  /** Entries of segments whose files could not be read. The next start tries them again. */
  readonly unread: readonly LedgerEntry[];
  readonly repair: SpoolLoss;
  readonly lastSequence: number;
}

interface FoundSegment extends ReadSegment {
  readonly file: string;
}

/**
 * Opens the segments of a directory.
 * @param known the entries of the ledger; `undefined` without a ledger
 */
export async function recover(
  directory: string,
  openFile: OpenFile,
  known: LedgerEntries | undefined,
): Promise<Recovered> {
  const details: string[] = [];
  const total = { lostEnvelopes: 0, lostBytes: 0 };
  const unread: LedgerEntry[] = [];
  const found = new Map<string, FoundSegment>();
  let lastSequence = 0;

  const lose = (file: string, envelopes: number, bytes: number, what: string): void => {
    total.lostEnvelopes += envelopes;
    total.lostBytes += bytes;
    details.push(`${file}: ${envelopes} ${what}, ${bytes} bytes, left out`);
  };

  for (const file of (await readdir(directory)).sort()) {
    const path = join(directory, file);
    if (file.endsWith(STAGED_SUFFIX)) await ignoreFailure(() => unlink(path));
    const name = parseSegmentName(file);
    if (name === undefined) continue;
    lastSequence = Math.max(lastSequence, name.sequence);
    const read = await readSegment(openFile, path, name, known).catch(errorCode);
    if (typeof read !== 'object') {
      details.push(`${file}: cannot be read (${read ?? 'unknown error'}); left where it is`);
      const entry = known?.get(name.marker.toString('hex'));
      if (entry !== undefined) unread.push(entry);
      continue;
    }
    if (read.isForeign) {
      details.push(`${file}: holds nothing of this spool; left where it is`);
      continue;
    }
    const marker = read.marker.toString('hex');
    const twin = found.get(marker);
    const isBetter = twin === undefined || read.intact > twin.intact;
    if (isBetter) found.set(marker, { ...read, file });
    if (twin === undefined) continue;
    const copy = isBetter ? twin.file : file;
    details.push(`${copy}: copy of another segment, deleted`);
    await ignoreFailure(() => unlink(join(directory, copy)));
  }

  const logs = new Map<string, Segment[]>();
  for (const { file, dsn, segment, lost } of found.values()) {
    if (lost.bytes > 0 || lost.envelopes > 0) lose(file, lost.envelopes, lost.bytes, 'damaged envelopes');
    if (dsn === undefined || segment === undefined) {
      await ignoreFailure(() => unlink(join(directory, file)));
      continue;
    }
    const log = logs.get(dsn);
    if (log === undefined) logs.set(dsn, [segment]);
    else log.push(segment);
  }
  for (const [marker, entry] of known ?? []) {
    if (found.has(marker) || unread.includes(entry)) continue;
    const lost = entry.count - entry.cursor.index - entry.missing.envelopes;
    const bytes = entry.end - entry.cursor.position - entry.missing.bytes;
    if (lost > 0) lose(formatSegmentName(entry), lost, bytes, 'envelopes of a missing file');
    lastSequence = Math.max(lastSequence, entry.sequence);
  }
  for (const log of logs.values()) log.sort((one, other) => one.sequence - other.sequence);
  return { logs, unread, repair: { ...total, details }, lastSequence };
}
