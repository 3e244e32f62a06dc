import { createHash } from 'node:crypto';
import type { ReadableFiles } from '../files.ts';
import type { Draft } from './draft.ts';
import type { Change } from './plan.ts';

/** The file in which a conversion keeps replaced files, so that a removal can restore them. */
export const RECORD_PATH = '.adit/before-adit.json';

/** Changes if a field changes its meaning. */
const VERSION = 1;

/** The maximum number of characters of one file, and of all, that are kept. Larger files are not restored. */
const MAX_FILE_LENGTH = 262_144;
const MAX_LENGTH = 2_097_152;

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
 * Writes the changes into the record. Earlier texts in it stay: a removal restores those. Returns the paths of files
 * that are too large.
 */
export function recordChanges(draft: Draft, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const files = new Map(Object.entries(readRecord(draft)?.files ?? {}));
  const tooLarge: string[] = [];
  let left = MAX_LENGTH - [...files.values()].reduce((sum, { before }) => sum + lengthOf(before), 0);
  for (const { path, before = null, after } of changes) {
    const known = files.get(path);
    const size = known ? 0 : lengthOf(before);
    if (size > MAX_FILE_LENGTH || size > left) {
      tooLarge.push(path);
      continue;
    }
    left -= size;
    files.set(path, { before: known ? known.before : before, after: hashOf(after) });
  }
  writeRecord(draft, [...files]);
  return tooLarge;
}

const lengthOf = (text: string | null): number => text?.length ?? 0;

/** The paths of the files in the record. */
export const recordedPaths = (files: ReadableFiles): readonly string[] =>
  Object.keys(readRecord(files)?.files ?? {});

/** The result of a removal for the files of the record. */
export interface Restored {
  /** The restored files. */
  readonly paths: readonly string[];
  /** Files that changed after the conversion, so they stay. Their earlier texts; `undefined` if they did not exist. */
  readonly changed: ReadonlyMap<string, string | undefined>;
}

/**
 * Restores those files of the record that are wanted and have not changed since. They are removed from the record, and
 * the last one removes the record.
 */
export function restoreRecorded(draft: Draft, isWanted: (path: string) => boolean): Restored {
  const paths: string[] = [];
  const changed = new Map<string, string | undefined>();
  const record = readRecord(draft);
  const wanted = Object.entries(record?.files ?? {}).filter(([path]) => isWanted(path));
  for (const [path, { before, after }] of wanted) {
    if (hashOf(draft.read(path)) !== after) {
      changed.set(path, before ?? undefined);
      continue;
    }
    paths.push(path);
    if (before === null) draft.remove(path);
    else draft.write(path, before);
  }
  if (wanted.length > 0)
    writeRecord(
      draft,
      Object.entries(record?.files ?? {}).filter(([path]) => !isWanted(path)),
    );
  return { paths, changed };
}

function writeRecord(draft: Draft, files: readonly (readonly [path: string, recorded: Recorded])[]): void {
  const record: BeforeAdit = { version: VERSION, files: Object.fromEntries(files) };
  if (files.length === 0) draft.remove(RECORD_PATH);
  else draft.write(RECORD_PATH, `${JSON.stringify(record, undefined, 2)}\n`);
}

function readRecord(files: ReadableFiles): BeforeAdit | undefined {
  try {
    const read = JSON.parse(files.read(RECORD_PATH) ?? '') as BeforeAdit;
    return read.version === VERSION ? read : undefined;
  } catch {
    return undefined;
  }
}
