import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import { errorCode } from './files.ts';

/** Another live process has the directory open. */
export class SpoolLockedError extends Error {
  override readonly name = 'SpoolLockedError';
}

const LOCK_NAME = /^lock-[0-9a-f]{8}$/;

/** Whether a file of a directory is a lock, perhaps of a process that has ended. */
export const isLockName = (name: string): boolean => LOCK_NAME.test(name);

/** A directory that this process has locked. */
export interface DirectoryLock {
  /** Path of the lock. If another file or none is there, this process no longer has the directory. */
  readonly path: string;
  /** Unlocks the directory. */
  readonly release: () => Promise<void>;
}

/** The longest path of a socket, in bytes. Linux allows 107, macOS 103. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Locks the directory for this process.
 *
 * The lock is a listening socket in the directory. The kernel closes it when the process ends for any reason. Containers
 * that share a volume can connect to it, while a file with a process id would mean nothing to another container. Each
 * process listens under its own name first and then looks for others, so of two that start together at most one succeeds.
 * @throws SpoolLockedError with one line that names the directory
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const own = `lock-${randomBytes(4).toString('hex')}`;
  const { base, dispose } = await shortenPath(directory, own);
  try {
    const server = await listen(join(base, own), directory);
    try {
      const others = (await readdir(directory)).filter((name) => isLockName(name) && name !== own);
      for (const name of others) {
        if (await isAlive(join(base, name))) {
          throw new SpoolLockedError(`spool directory ${directory} is in use by another process`);
        }
        await ignoreFailure(() => unlink(join(directory, name)));
      }
    } catch (error) {
      await close(server, join(directory, own));
      throw error;
    }
    const path = join(directory, own);
    return { path, release: () => close(server, path) };
  } finally {
    await dispose();
  }
}

function listen(path: string, directory: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => {
      const reason = String(errorCode(error));
      reject(new Error(`spool directory ${directory} cannot be locked (${reason})`, { cause: error }));
    });
    // Without `exclusive` a cluster's primary would listen and keep the lock after the worker ends.
    server.listen({ path, exclusive: true }, () => {
      resolve(server.unref());
    });
  });
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (alive: boolean) => (): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', settle(true));
    socket.once('error', (error) => {
      const code = errorCode(error);
      // Other errors, such as those for another user's lock, do not prove that the process ended.
      settle(code !== 'ECONNREFUSED' && code !== 'ENOENT')();
    });
  });
}

function close(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      void ignoreFailure(() => unlink(path)).then(() => {
        resolve();
      });
    });
  });
}

/** A path to the directory that is short enough for a socket: its own, or a link to it. */
async function shortenPath(
  directory: string,
  name: string,
): Promise<{ readonly base: string; readonly dispose: () => Promise<void> }> {
  if (Buffer.byteLength(join(directory, name)) <= MAX_SOCKET_PATH_BYTES) {
    return { base: directory, dispose: () => Promise.resolve() };
  }
  const folder = await mkdtemp(join(tmpdir(), 'spool-'));
  const base = join(folder, 'd');
  await symlink(directory, base, 'dir');
  return { base, dispose: () => rm(folder, { recursive: true, force: true }) };
}
