import { readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import { lockDirectory, SpoolLockedError } from './directory-lock.ts';
import { errorCode, syncDirectory, type OpenFile } from './files.ts';
import { LEDGER_NAME, readLedger, type LedgerEntries } from './ledger.ts';
import { parseSegmentName } from './segment-format.ts';
import { STAGED_SUFFIX } from './staged-envelope.ts';

/** The result of taking over the directories of former processes. */
export interface Adopted {
  /** One sentence for each directory that could not be taken over. */
  readonly details: readonly string[];
  /** The entries of their ledgers; `undefined` if they have none. */
  readonly known: LedgerEntries | undefined;
  /** Deletes the directories. Call it after their entries are written elsewhere. */
  readonly finish: () => Promise<void>;
}

/**
 * Moves the segments of former processes into `directory`. Their names contain unique markers and sort by time, so the
 * envelopes keep their order among the others. Skips directories that are missing or in use by a live process.
 */
export async function adoptDirectories(
  froms: readonly string[],
  directory: string,
  openFile: OpenFile,
): Promise<Adopted> {
  const details: string[] = [];
  const emptied: string[] = [];
  let known: LedgerEntries | undefined;
  for (const from of froms) {
    if (resolve(from) === resolve(directory)) continue;
    try {
      const own = await moveAll(from, directory, openFile);
      if (own !== undefined) known = new Map([...(known ?? []), ...own]);
      emptied.push(from);
    } catch (error) {
      if (error instanceof SpoolLockedError) continue;
      if ((await ignoreFailure(() => readdir(from))) === undefined) continue;
      details.push(`${from}: not taken over (${errorCode(error) ?? 'unknown error'})`);
    }
  }
  const finish = async (): Promise<void> => {
    for (const from of emptied) {
      await ignoreFailure(() => unlink(join(from, LEDGER_NAME)));
      await ignoreFailure(() => rmdir(from));
    }
  };
  return { details, known, finish };
}

async function moveAll(
  from: string,
  directory: string,
  openFile: OpenFile,
): Promise<LedgerEntries | undefined> {
  const lock = await lockDirectory(from);
  try {
    const known = await readLedger(openFile, from);
    await moveSegments(from, directory, openFile);
    return known;
  } finally {
    await lock.release();
  }
}

async function moveSegments(from: string, directory: string, openFile: OpenFile): Promise<void> {
  for (const file of await readdir(from)) {
    if (file.endsWith(STAGED_SUFFIX)) await ignoreFailure(() => unlink(join(from, file)));
    if (parseSegmentName(file) !== undefined) await rename(join(from, file), join(directory, file));
  }
  await syncDirectory(openFile, directory);
  await syncDirectory(openFile, from);
}
