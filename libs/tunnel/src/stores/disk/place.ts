import { statSync } from 'node:fs';
import { access, constants, open, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory } from './directory-lock.ts';
import { ignoreFailure, errorCode } from './files.ts';

/** What is at the spool's path is not what this process opened there. Nothing was acknowledged. */
export class SpoolDisplacedError extends Error {
  override readonly name = 'SpoolDisplacedError';
}

/** What tells one file from another, whatever they are called. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** An open file, and where it ought to be. */
export interface PlacedFile {
  readonly path: string;
  readonly identity: FileIdentity;
}

/** A directory that this process has locked. */
export interface Place {
  readonly directory: string;
  /**
   * Makes sure that the lock is still where it was made, and the given file at its path. It looks at once rather than in
   * a thread: names in use are in the system's memory, and the threads are busy with syncs.
   * @throws SpoolDisplacedError
   */
  readonly verify: (file?: PlacedFile) => void;
  /**
   * Makes sure that files may be written.
   * @throws the failure of the system, such as EROFS
   */
  readonly checkWritable: () => Promise<void>;
  /** Where a file of the locked directory can be read, even if the directory has been renamed or mounted over. */
  readonly reach: (file: string) => string;
  /** Lets go of the directory. */
  readonly release: () => Promise<void>;
}

/** Locks a directory. See {@link lockDirectory} for what it throws. */
export async function takePlace(directory: string): Promise<Place> {
  const lock = await lockDirectory(directory);
  try {
    const file: PlacedFile = { path: lock.path, identity: await stat(lock.path) };
    const handle = await ignoreFailure(() => open(directory, 'r'));
    return {
      directory,
      verify: (other) => {
        verifyFile(file);
        if (other !== undefined) verifyFile(other);
      },
      checkWritable: () => access(directory, constants.W_OK),
      reach: (name) => join(handle === undefined ? directory : descriptorPath(handle), name),
      release: async () => {
        await ignoreFailure(async () => handle?.close());
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Whether a path still leads to a file. */
export async function isInPlace({ path, identity: { dev, ino } }: PlacedFile): Promise<boolean> {
  const found = await ignoreFailure(() => stat(path));
  return found?.ino === ino && found.dev === dev;
}

/** Failures that say that something else, or nothing, is at a path. */
const DISPLACED: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ESTALE']);

function verifyFile({ path, identity: { dev, ino } }: PlacedFile): void {
  let found: FileIdentity;
  try {
    found = statSync(path);
  } catch (cause) {
    if (!DISPLACED.has(errorCode(cause))) throw cause;
    throw new SpoolDisplacedError(`${path} is gone`, { cause });
  }
  if (found.ino !== ino || found.dev !== dev) throw new SpoolDisplacedError(`${path} was replaced`);
}

/** Linux shows an open directory here under all its names and none. Elsewhere nothing is found. */
function descriptorPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
