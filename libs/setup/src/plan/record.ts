import { createHash } from 'node:crypto';
import type { ReadableFiles } from '../files.ts';
import type { Draft } from './draft.ts';
import type { Change } from './plan.ts';

/** Where a conversion keeps what it replaced, so that a removal can put it back. */
export const RECORD_PATH = '.adit/before-adit.json';

/** Changes if a field changes its meaning. */
const VERSION = 1;

/** Most bytes of one file, and of all, that are kept. Larger files are not put back. */
const MAX_FILE_BYTES = 262_144;
const MAX_BYTES = 2_097_152;

/** One file: its text before, `null` if there was none, and a hash of the text that the conversion left, `null` if none. */
interface Recorded {
  readonly before: string | null;
  readonly after: string | null;
}

interface BeforeAdit {
  readonly version: number;
  readonly files: Readonly<Record<string, Recorded>>;
}

const hashOf = (text: string | undefined): string | null =>
  text === undefined ? null : createHash('sha256').update(text).digest('hex');

/**
 * Writes the changes into the record. What it has of a file from before stays: that is what a removal puts back. Returns the
 * paths of files that are too large.
 */
export function recordChanges(draft: Draft, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const files: Record<string, Recorded> = { ...readRecord(draft)?.files };
  const tooLarge: string[] = [];
  let bytes = Object.values(files).reduce((sum, { before }) => sum + (before?.length ?? 0), 0);
  for (const { path, before, after } of changes) {
    const kept = files[path] === undefined ? (before ?? null) : files[path].before;
    bytes += files[path] === undefined ? (before?.length ?? 0) : 0;
    if ((before?.length ?? 0) > MAX_FILE_BYTES || bytes > MAX_BYTES) tooLarge.push(path);
    else files[path] = { before: kept, after: hashOf(after) };
  }
  const record: BeforeAdit = { version: VERSION, files };
  draft.write(RECORD_PATH, `${JSON.stringify(record, undefined, 2)}\n`);
  return tooLarge;
}

/** What a removal does with the files of the record. */
export interface Restored {
  /** These have the text from before again. */
  readonly paths: readonly string[];
  /** These changed after the conversion, so they stay. Their texts from before. */
  readonly changed: ReadonlyMap<string, string | undefined>;
}

/** Puts back the files of the record that nobody changed since, and takes out the record. `undefined` without a record. */
export function restoreRecorded(draft: Draft): Restored | undefined {
  const record = readRecord(draft);
  if (!record) return undefined;
  const paths: string[] = [];
  const changed = new Map<string, string | undefined>();
  for (const [path, { before, after }] of Object.entries(record.files)) {
    if (hashOf(draft.read(path)) !== after) {
      changed.set(path, before ?? undefined);
      continue;
    }
    paths.push(path);
    if (before === null) draft.remove(path);
    else draft.write(path, before);
  }
  draft.remove(RECORD_PATH);
  return { paths, changed };
}

function readRecord(files: ReadableFiles): BeforeAdit | undefined {
  try {
    const read = JSON.parse(files.read(RECORD_PATH) ?? '') as BeforeAdit;
    return read.version === VERSION ? read : undefined;
  } catch {
    return undefined;
  }
}
