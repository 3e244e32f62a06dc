/** A file of a build, below `_next/static`. */
export interface KeptFile {
  /** SHA-256 of its content, as 64 hexadecimal digits. It names the copy. */
  readonly hash: string;
  readonly bytes: number;
  /** When the build wrote it, in milliseconds. Next makes its `ETag` of it. */
  readonly modifiedMs: number;
}

/** The static files of one build. */
export interface BuildRecord {
  /** When the build was kept last, in milliseconds: a build that is deployed again is new again. */
  readonly keptMs: number;
  /** By the path below `_next/static`, such as `chunks/1234.js`. */
  readonly files: ReadonlyMap<string, KeptFile>;
}

/** The folders in the folder of old assets. */
export const RECORDS = 'builds';
export const COPIES = 'files';

/** A larger record is not read. Each file takes about 150 bytes of it. */
export const MAX_RECORD_BYTES = 8 * 1_024 * 1_024;
/** Further files of a build are not kept. */
export const MAX_FILES = 20_000;
/** More records are not read: a folder has some six. */
export const MAX_RECORDS = 100;

const RECORD_NAME = /^[\da-f]{32}\.json$/;
const HASH = /^[\da-f]{64}$/;

/** The names of records in the list of a folder. Others' files are left alone. */
export const recordNames = (names: readonly string[]): string[] =>
  names.filter((name) => RECORD_NAME.test(name)).slice(0, MAX_RECORDS);

/** The text of a record. */
export function serializeRecord({ keptMs, files }: BuildRecord): string {
  const entries = [...files].map(([name, { hash, bytes, modifiedMs }]) => [name, hash, bytes, modifiedMs]);
  return JSON.stringify({ version: 1, keptMs, files: entries });
}

/** Reads a record; `undefined` for any other text. */
export function parseRecord(text: string): BuildRecord | undefined {
  if (text.length > MAX_RECORD_BYTES) return undefined;
  try {
    const { version, keptMs, files } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (version !== 1 || !isCount(keptMs) || !Array.isArray(files) || files.length > MAX_FILES)
      return undefined;
    return { keptMs, files: new Map(files.map(parseFile)) };
  } catch {
    return undefined;
  }
}

function parseFile(entry: unknown): [string, KeptFile] {
  const [name, hash, bytes, modifiedMs] = entry as readonly unknown[];
  if (typeof name !== 'string' || typeof hash !== 'string' || !HASH.test(hash))
    throw new TypeError('a file of the record is invalid');
  if (!isCount(bytes) || !isCount(modifiedMs)) throw new TypeError('a file of the record is invalid');
  return [name, { hash, bytes, modifiedMs }];
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
