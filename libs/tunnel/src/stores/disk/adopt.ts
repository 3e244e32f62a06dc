import { readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockDirectory, SpoolLockedError } from './directory-lock.ts';
import { attempt, errorCode, syncDirectory, type OpenFile } from './files.ts';
import { parseSegmentName } from './segment-format.ts';
import { STAGED_SUFFIX } from './staged-envelope.ts';

/**
 * Moves the segments of a former process into `directory`. Names are unique by their markers and sort by time, so the
 * envelopes take their place among those that are there. A directory that is missing or in use by a live process is
 * left alone.
 * @returns a sentence for each failure
 */
export async function adoptDirectory(
  from: string,
  directory: string,
  openFile: OpenFile,
): Promise<readonly string[]> {
  if (resolve(from) === resolve(directory)) return [];
  try {
    const unlock = await lockDirectory(from);
    try {
      await moveSegments(from, directory, openFile);
    } finally {
      await unlock();
    }
    await attempt(() => rmdir(from));
    return [];
  } catch (error) {
    if (error instanceof SpoolLockedError) return [];
    const files = await attempt(() => readdir(from));
    if (files === undefined) return [];
    return [`${from}: not taken over (${errorCode(error) ?? 'unknown error'})`];
  }
}

async function moveSegments(from: string, directory: string, openFile: OpenFile): Promise<void> {
  for (const file of await readdir(from)) {
    if (file.endsWith(STAGED_SUFFIX)) await attempt(() => unlink(join(from, file)));
    if (parseSegmentName(file) !== undefined) await rename(join(from, file), join(directory, file));
  }
  await syncDirectory(openFile, directory);
  await syncDirectory(openFile, from);
}
