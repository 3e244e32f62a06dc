import { constants, watch, type FSWatcher } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  collectBytes,
  MAX_DOCUMENT_BYTES,
  MAX_SIGNATURE_BYTES,
  signatureText,
  tooLarge,
  type Look,
} from './policy-source.ts';

/** Reads a file and, beside it, its signature. The whole file each time: times and sizes of files may stay the same. */
export async function lookAtFile(from: string | URL, isSigned: boolean): Promise<Look> {
  const path = pathOf(from);
  const found = await readFile(path, MAX_DOCUMENT_BYTES);
  if (found === 'missing') return { kind: 'missing' };
  if (found === undefined) throw tooLarge();
  if (!isSigned) return { kind: 'text', bytes: found };
  const signature = await readFile(`${path}.sig`, MAX_SIGNATURE_BYTES);
  if (signature === 'missing') return { kind: 'text', bytes: found };
  return { kind: 'text', bytes: found, signature: signatureText(signature) };
}

/**
 * Calls back when the file, its signature, or the link that Kubernetes swaps may have changed. The folder is watched,
 * because a file that is replaced is another one. Without effect if the host cannot watch it: it is read each few
 * seconds anyway.
 */
export function watchFile(from: string | URL, onHint: () => void): () => void {
  const path = pathOf(from);
  const names = new Set([basename(path), `${basename(path)}.sig`, '..data']);
  let watcher: FSWatcher | undefined;
  const close = (): void => watcher?.close();
  try {
    watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || names.has(name)) onHint();
    });
    watcher.on('error', close);
  } catch {
    // No such folder, or no watch is left.
  }
  return close;
}

const pathOf = (from: string | URL): string => (typeof from === 'string' ? from : fileURLToPath(from));

/** The content; `undefined` if it is larger than `maxBytes`. */
async function readFile(path: string, maxBytes: number): Promise<Uint8Array | undefined | 'missing'> {
  const handle = await open(path, constants.O_RDONLY | NONBLOCK).catch((error: unknown) => {
    if (MISSING.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  });
  if (handle === undefined) return 'missing';
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${path} is not a file`);
    return await collectBytes(handle.createReadStream({ autoClose: false }), maxBytes);
  } finally {
    await handle.close();
  }
}

const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** Opening a pipe would wait for its other end. Windows has no such flag. */
const NONBLOCK = (constants.O_NONBLOCK as number | undefined) ?? 0;
