import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  COPIES,
  MAX_RECORD_BYTES,
  parseRecord,
  recordNames,
  RECORDS,
  type BuildRecord,
  type KeptFile,
} from '../../old-assets/build-record.ts';

/** Options of {@link createKeptFiles}. */
export interface KeptFilesOptions {
  readonly folder: string;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

/** An open file of an earlier build. Who gets it closes it. */
export interface OpenFile extends KeptFile {
  readonly handle: FileHandle;
}

/** The files of all builds in the folder of old assets. */
export interface KeptFiles {
  /**
   * Opens a file by its path below `_next/static`; `undefined` if no build has it, or if its copy is not what the build
   * wrote. Never rejects.
   */
  readonly open: (name: string) => Promise<OpenFile | undefined>;
}

/** The shortest time between two looks for the records of other processes. */
const LOOK_MS = 1_000;

/** Reads the folder of old assets. Records that others add are found when a name is unknown. */
export function createKeptFiles({ folder, now }: KeptFilesOptions): KeptFiles {
  let records: ReadonlyMap<string, BuildRecord> = new Map();
  let files: ReadonlyMap<string, KeptFile> = new Map();
  let lastLookMs = -Infinity;
  let look: Promise<void> = Promise.resolve();
  /** Copies whose content was compared with their hash. */
  const intact = new Set<string>();

  async function readAll(): Promise<void> {
    // A disk that fails for a moment takes no files away.
    const names = recordNames(await readdir(join(folder, RECORDS)).catch(() => [...records.keys()]));
    const found = new Map<string, BuildRecord>();
    for (const name of names) {
      const record = records.get(name) ?? (await readRecord(join(folder, RECORDS, name)));
      if (record !== undefined) found.set(name, record);
    }
    records = found;
    // If two builds have a name, the newer one's file wins.
    const oldestFirst = [...found.values()].sort((a, b) => a.keptMs - b.keptMs);
    files = new Map(oldestFirst.flatMap((record) => [...record.files]));
    const hashes = new Set([...files.values()].map(({ hash }) => hash));
    for (const hash of intact) if (!hashes.has(hash)) intact.delete(hash);
  }

  async function find(name: string): Promise<KeptFile | undefined> {
    if (!files.has(name) && now() - lastLookMs >= LOOK_MS) {
      lastLookMs = now();
      look = readAll();
    }
    await look;
    return files.get(name);
  }

  return {
    open: async (name) => {
      const file = await find(name);
      if (file === undefined) return undefined;
      const handle = await open(join(folder, COPIES, file.hash)).catch(() => undefined);
      if (handle === undefined) return undefined;
      if (intact.has(file.hash) || (await isIntact(handle, file))) {
        intact.add(file.hash);
        return { ...file, handle };
      }
      await handle.close().catch(() => undefined);
      return undefined;
    },
  };
}

async function readRecord(path: string): Promise<BuildRecord | undefined> {
  try {
    if ((await stat(path)).size > MAX_RECORD_BYTES) return undefined;
    return parseRecord(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function isIntact(handle: FileHandle, { bytes, hash }: KeptFile): Promise<boolean> {
  try {
    if ((await handle.stat()).size !== bytes) return false;
    const sum = createHash('sha256');
    for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }))
      sum.update(chunk as Buffer);
    return sum.digest('hex') === hash;
  } catch {
    return false;
  }
}
