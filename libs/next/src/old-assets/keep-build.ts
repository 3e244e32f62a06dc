import { createHash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  COPIES,
  MAX_FILES,
  MAX_RECORD_BYTES,
  parseRecord,
  recordNames,
  RECORDS,
  serializeRecord,
  type BuildRecord,
  type KeptFile,
} from './build-record.ts';

/** Options of {@link keepBuild}. */
export interface KeepOptions {
  /** The folder `static` of the build. */
  readonly staticFolder: string;
  /** The folder of old assets. Several processes may use it at once. */
  readonly folder: string;
  /** How many builds besides this one stay. */
  readonly earlierBuilds: number;
  /** The bytes of all copies together. The oldest builds leave first. Default 512 MiB. */
  readonly maxBytes?: number;
  /** In milliseconds. */
  readonly now: number;
}

/** The content of the folder after a build was kept. */
export interface KeptBuilds {
  /** The builds besides this one. */
  readonly earlierBuilds: number;
  /** The bytes of this build. */
  readonly ownBytes: number;
  /** The bytes of all copies. */
  readonly bytes: number;
}

const DEFAULT_MAX_BYTES = 512 * 1_024 * 1_024;
/** Larger files are not kept: each is read into memory once. */
const MAX_FILE_BYTES = 64 * 1_024 * 1_024;
/** Younger copies without a record may belong to a process that is about to write its record. */
const GRACE_MS = 3_600_000;

/**
 * Copies the static files of a build into the folder of old assets, each content once, and removes the oldest builds.
 * Source maps are left out. It works in steps: the end of a build takes them at once, a server lets requests in between.
 * @throws if the folder cannot be written, or if the build alone is larger than `maxBytes`
 */
export function* keepBuild({
  staticFolder,
  folder,
  earlierBuilds,
  maxBytes = DEFAULT_MAX_BYTES,
  now,
}: KeepOptions): Generator<undefined, KeptBuilds> {
  const copies = join(folder, COPIES);
  mkdirSync(copies, { recursive: true });
  mkdirSync(join(folder, RECORDS), { recursive: true });
  const files = new Map<string, KeptFile>();
  let ownBytes = 0;
  for (const name of staticFiles(staticFolder)) {
    const path = join(staticFolder, name);
    const { size, mtimeMs } = statSync(path);
    if (size > MAX_FILE_BYTES) continue;
    const content = readFileSync(path);
    const hash = createHash('sha256').update(content).digest('hex');
    ownBytes += content.length;
    if (ownBytes > maxBytes)
      throw new Error(`the static files of the build are larger than ${maxBytes} bytes`);
    copy(join(copies, hash), content, now);
    files.set(name, { hash, bytes: content.length, modifiedMs: Math.floor(mtimeMs) });
    yield;
  }
  const own = recordName(files);
  const text = serializeRecord({ keptMs: now, files });
  if (text.length > MAX_RECORD_BYTES) throw new Error('the static files of the build are too many');
  writeAtomically(join(folder, RECORDS, own), text);
  // Another process may have removed a copy that had no record yet.
  for (const [name, { hash, bytes }] of files) {
    if (!hasSize(join(copies, hash), bytes))
      copy(join(copies, hash), readFileSync(join(staticFolder, name)), now);
    yield;
  }
  return { ownBytes, ...(yield* prune({ folder, own, earlierBuilds, maxBytes, now })) };
}

/** The paths of the static files of a build, with slashes, without source maps. */
export function staticFiles(staticFolder: string): string[] {
  return (
    readdirSync(staticFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map((entry) => relative(staticFolder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      // A service worker has one address in all builds.
      .filter((name) => !name.startsWith('service-worker/'))
      .slice(0, MAX_FILES)
  );
}

/** The same for the same files with the same content. */
function recordName(files: ReadonlyMap<string, KeptFile>): string {
  const list = [...files].map(([name, { hash }]) => `${hash} ${name}\n`).sort();
  return `${createHash('sha256').update(list.join('')).digest('hex').slice(0, 32)}.json`;
}

function copy(path: string, content: Uint8Array, now: number): void {
  if (hasSize(path, content.length)) {
    try {
      utimesSync(path, now / 1_000, now / 1_000);
      return;
    } catch {
      // It belongs to another user, or has just gone.
    }
  }
  writeAtomically(path, content);
}

function hasSize(path: string, bytes: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === bytes;
}

function writeAtomically(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, content, { flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

interface PruneOptions extends Pick<KeepOptions, 'folder' | 'earlierBuilds' | 'now'> {
  /** The record that stays. */
  readonly own: string;
  readonly maxBytes: number;
}

/**
 * Removes the oldest builds beyond the bounds, and copies that no record names. While a record cannot be read, it counts as a build
 * of the time at which it was written, and any copy may be of it: the newest of these copies stay, up to `maxBytes` with all others.
 */
function* prune({
  folder,
  own,
  earlierBuilds,
  maxBytes,
  now,
}: PruneOptions): Generator<undefined, Omit<KeptBuilds, 'ownBytes'>> {
  const records = join(folder, RECORDS);
  const copies = join(folder, COPIES);
  const newestFirst = recordNames(readdirSync(records))
    .map((name) => ({ name, record: readRecord(join(records, name), now) }))
    .sort((a, b) => rank(b) - rank(a));
  /** A process with a fast clock may have dated its record into the future. */
  function rank({ name, record }: { name: string; record: ReadRecord | undefined }): number {
    return name === own ? Infinity : Math.min(record?.keptMs ?? 0, now);
  }
  const kept = new Map<string, number>();
  let bytes = 0;
  let earlier = 0;
  let isFull = false;
  let isAnyUnread = false;
  for (const { name, record } of newestFirst) {
    const added = new Map<string, number>();
    for (const { hash, bytes: size } of record?.files?.values() ?? [])
      if (!kept.has(hash)) added.set(hash, size);
    const addedBytes = [...added.values()].reduce((sum, size) => sum + size, 0);
    const isOwn = name === own;
    isFull ||= !isOwn && (earlier >= earlierBuilds || bytes + addedBytes > maxBytes);
    if (record === undefined || isFull) {
      remove(join(records, name));
      continue;
    }
    isAnyUnread ||= record.files === undefined;
    if (!isOwn) earlier += 1;
    bytes += addedBytes;
    for (const [hash, size] of added) kept.set(hash, size);
  }
  const unnamed = readdirSync(copies).filter((name) => COPY.test(name) && !kept.has(name));
  const drafts = readdirSync(records).filter((name) => DRAFT.test(name));
  const spared = isAnyUnread ? newestWithin(maxBytes - bytes, copies, unnamed) : new Set();
  for (const path of [
    ...unnamed.filter((name) => !spared.has(name)).map((name) => join(copies, name)),
    ...drafts.map((name) => join(records, name)),
  ]) {
    removeOld(path, now);
    yield;
  }
  return { earlierBuilds: earlier, bytes };
}

/** The newest copies that have room. Drafts of copies are none. */
function newestWithin(maxBytes: number, folder: string, names: readonly string[]): ReadonlySet<string> {
  let left = maxBytes;
  const newestFirst = names
    .filter((name) => !DRAFT.test(name))
    .map((name) => ({ name, found: statSync(join(folder, name), { throwIfNoEntry: false }) }))
    .sort((a, b) => (b.found?.mtimeMs ?? 0) - (a.found?.mtimeMs ?? 0));
  return new Set(newestFirst.filter(({ found }) => (left -= found?.size ?? 0) >= 0).map(({ name }) => name));
}

/** A copy or its draft, which a process that ended has left. */
const COPY = /^[\da-f]{64}(?:\.[\da-f-]{36}\.tmp)?$/;
const DRAFT = /\.[\da-f-]{36}\.tmp$/;

/** A record; without files while they are unknown. */
type ReadRecord = Pick<BuildRecord, 'keptMs'> & Partial<BuildRecord>;

/**
 * Reads a record. `undefined` if it has gone, or if its text is no record for an hour: some disks shared by machines show
 * a file before all of it is written.
 */
function readRecord(path: string, now: number): ReadRecord | undefined {
  try {
    const record = parseRecord(readFileSync(path, 'utf8'));
    if (record !== undefined) return record;
    const keptMs = writtenMs(path) ?? now;
    return Math.abs(now - keptMs) < GRACE_MS ? { keptMs } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // The disk or the network fails for a moment, or another user wrote it.
    return { keptMs: writtenMs(path) ?? now };
  }
}

function writtenMs(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function removeOld(path: string, now: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true && found.mtimeMs < now - GRACE_MS) remove(path);
}

/** Another process removes the files that this one may not. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next build tries again.
  }
}
