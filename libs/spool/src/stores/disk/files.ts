import type { open, FileHandle } from 'node:fs/promises';

/** Opens a file: `open` of node:fs/promises, or a replacement with failures in tests. */
export type OpenFile = typeof open;

/** Mode of every file: only this user may read envelopes. */
export const FILE_MODE = 0o600;

/** Mode of the directory. */
export const DIRECTORY_MODE = 0o700;

/** Writes all of `bytes`, in as many writes as it takes. */
export async function writeFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Reads `length` bytes, or as many as there are before the file ends. */
export async function readFully(handle: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

/** Makes the names in a directory durable. Without its name, a synced file is lost. */
export async function syncDirectory(openFile: OpenFile, directory: string): Promise<void> {
  const handle = await openFile(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The code of a failed system call, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
