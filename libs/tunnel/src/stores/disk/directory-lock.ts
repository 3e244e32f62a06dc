import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoreFailure, errorCode } from './files.ts';

/** Another live process has the directory open. */
export class SpoolLockedError extends Error {
  override readonly name = 'SpoolLockedError';
}

const LOCK_NAME = /^lock-[0-9a-f]{8}$/;

/** A directory taken for this process. */
export interface DirectoryLock {
  /** Where the lock is. While another file or none is there, the directory is not this process's. */
  readonly path: string;
  /** Lets go of the directory. */
  readonly release: () => Promise<void>;
}

/** The longest path a socket may be bound to, in bytes; Linux has room for 107, macOS for 103. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Takes the directory for this process.
 *
 * The lock is a listening socket in the directory. The kernel closes it when its process dies, however it dies, and
 * two containers that share a volume see it though they see neither each other's processes nor their networks; a file
 * with a process number says nothing there. Each process first listens under a name of its own, then looks for others:
 * of two that start together at most one goes on.
 * @throws SpoolLockedError in one line that names the directory
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const own = `lock-${randomBytes(4).toString('hex')}`;
  const { base, dispose } = await shortenPath(directory, own);
  try {
    const server = await listen(join(base, own), directory);
    try {
      const others = (await readdir(directory)).filter((name) => LOCK_NAME.test(name) && name !== own);
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
    // Without `exclusive` a cluster's primary would listen, and outlive the worker.
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
      // Anything else, such as a lock of another user, is no proof of death.
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

/** A way to the directory short enough for a socket: itself or, where that is too long, a link to it. */
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
