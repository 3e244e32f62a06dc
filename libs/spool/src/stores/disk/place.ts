import { statSync } from 'node:fs';
import { access, constants, open, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import { lockDirectory } from './directory-lock.ts';
import { errorCode } from './files.ts';

/** The file at the spool's path is not the one that this process opened. Nothing was acknowledged. */
export class SpoolDisplacedError extends Error {
  override readonly name = 'SpoolDisplacedError';
}

/** The identity of a file, independent of its name. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** An open file and the path where it should be. */
export interface PlacedFile {
  readonly path: string;
  readonly identity: FileIdentity;
}

/** A directory that this process has locked. */
export interface Place {
  readonly directory: string;
  /**
   * Checks that the lock and the given file are still at their paths. Synchronous, because names in use are in the
   * system's memory, and the thread pool is busy with syncs.
   * @throws SpoolDisplacedError
   */
  readonly verify: (file?: PlacedFile) => void;
  /**
   * Checks that files can be written.
   * @throws the system's error, such as EROFS
   */
  readonly checkWritable: () => Promise<void>;
  /** A path to read a file of the locked directory at, even if the directory was renamed or mounted over. */
  readonly reach: (file: string) => string;
  /** Unlocks the directory. */
  readonly release: () => Promise<void>;
}

/** Locks a directory. Throws as {@link lockDirectory} does. */
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

/** Errors that mean that nothing, or something else, is at a path. */
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

/** On Linux an open directory is found here even if it has no name. Other systems have nothing here. */
function descriptorPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
