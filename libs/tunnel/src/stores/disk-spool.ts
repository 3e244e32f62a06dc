import { open as openNodeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { adoptDirectories } from './disk/adopt.ts';
import { ignoreFailure, errorCode, syncDirectory, type OpenFile } from './disk/files.ts';
import { gatherBody } from './disk/gather-body.ts';
import { readLedger, type LedgerEntries } from './disk/ledger.ts';
import { makeDirectory } from './disk/make-directory.ts';
import { takePlace, type Place } from './disk/place.ts';
import type { SpoolLoss } from './disk/segment.ts';
import { createStoreKeeper, type SpoolState } from './disk/store-keeper.ts';
import { openStore, type Store } from './disk/store.ts';
import type { SpooledEnvelope, SpoolStore } from './stores.ts';

export { SpoolLockedError } from './disk/directory-lock.ts';
export { SpoolDisplacedError } from './disk/place.ts';
export type { SpoolLoss } from './disk/segment.ts';
export type { SpoolState } from './disk/store-keeper.ts';
export type { OpenFile } from './disk/files.ts';

/** How a disk spool is set up. */
export interface DiskSpoolOptions {
  /** Where the segments are; made, for this user alone, when it is missing. One process may have it open. */
  directory: string;
  /** The most the segments may take, in bytes. Default 500 MiB, as Relay's `max_disk_size`. */
  maxBytes?: number;
  /** The most one DSN's segments may take, in bytes, so that others find room. Default nine tenths of `maxBytes`. */
  maxBytesPerDsn?: number;
  /**
   * A segment is closed once it has this many bytes. Space is given back a segment at a time. Default a 32nd of
   * `maxBytes`, from 64 KiB to 16 MiB.
   */
  maxSegmentBytes?: number;
  /** Directories of former processes, such as workers there are no longer; their envelopes are taken over. */
  adopt?: readonly string[];
  /** Is told of damage found while envelopes are taken out. What it throws is ignored. */
  onLoss?: (loss: SpoolLoss) => void;
  /**
   * Is told when the directory is gone, replaced, taken by another process or read-only, and when it can be used again.
   * The directory is looked at before each acknowledgement, and once a second. What it throws is ignored.
   */
  onState?: (state: SpoolState) => void;
  /** Opens files, for tests that let the disk fail. Default `open` of node:fs/promises. */
  openFile?: OpenFile;
}

/** A spool that outlives its process. */
export interface DiskSpool extends SpoolStore {
  /** What a corrupt or truncated store had lost when it was opened. */
  readonly repair: SpoolLoss;
  /** Whether envelopes can be stored: false while the directory is gone, replaced, held by another process or read-only. */
  readonly isUsable: () => boolean;
}

/** Relay's `max_disk_size`. */
export const DEFAULT_MAX_SPOOL_BYTES = 500 * 1_024 * 1_024;

const MIN_DEFAULT_SEGMENT_BYTES = 65_536;
const MAX_DEFAULT_SEGMENT_BYTES = 16_777_216;

/**
 * Opens the spool in a directory.
 *
 * An envelope is acknowledged once it and its file's name are synced to the disk. Delivery is at least once: of each
 * DSN the one being delivered may come out again, with it up to 16 delivered before when the process is killed, and up
 * to 256 when the power fails.
 * @throws TypeError for a bound that is no positive whole number, SpoolLockedError when another process has the
 * directory open, and an Error of one line that names the directory when it cannot be used
 */
export async function createDiskSpool({
  directory: givenDirectory,
  maxBytes = DEFAULT_MAX_SPOOL_BYTES,
  maxBytesPerDsn = Math.ceil(maxBytes * 0.9),
  maxSegmentBytes = Math.min(
    Math.max(Math.ceil(maxBytes / 32), MIN_DEFAULT_SEGMENT_BYTES),
    MAX_DEFAULT_SEGMENT_BYTES,
  ),
  adopt = [],
  onLoss = () => undefined,
  onState = () => undefined,
  openFile = openNodeFile,
}: DiskSpoolOptions): Promise<DiskSpool> {
  for (const [name, value] of Object.entries({ maxBytes, maxBytesPerDsn, maxSegmentBytes })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new TypeError(
      `createDiskSpool: ${name} is ${value}; accepted is a positive whole number of bytes.`,
    );
  }
  const directory = resolve(givenDirectory);
  const tellLoss = quietly(onLoss);
  const open = (place: Place, known: LedgerEntries | undefined): Promise<Store> =>
    openStore({ place, openFile, maxBytes, maxBytesPerDsn, maxSegmentBytes, onLoss: tellLoss, known });

  await prepareDirectory(directory, openFile);
  const place = await takePlace(directory);
  const details: string[] = [];
  const store = await (async () => {
    const adopted = await adoptDirectories(adopt, directory, openFile);
    details.push(...adopted.details);
    const opened = await open(place, await knownOf(openFile, directory, adopted.known));
    await adopted.finish();
    return opened;
  })().catch(async (error: unknown) => {
    await place.release();
    throw unusable(directory, error);
  });
  const keeper = createStoreKeeper({
    directory,
    openFile,
    prepare: () => prepareDirectory(directory, openFile),
    open,
    first: { place, store },
    onLoss: tellLoss,
    onState: quietly(onState),
  });

  const appending = new Set<Promise<void>>();
  let closing: Promise<void> | undefined;
  const appendGathered = (envelope: SpooledEnvelope): Promise<void> =>
    keeper.use((current) => current.append(envelope), envelope.body instanceof Uint8Array);
  // In one piece it can be written once more, should the directory be gone.
  const append = (envelope: SpooledEnvelope): Promise<void> =>
    envelope.body instanceof Uint8Array
      ? appendGathered(envelope)
      : gatherBody(envelope.body).then((body) => appendGathered({ ...envelope, body }));
  const close = async (): Promise<void> => {
    await Promise.allSettled(appending);
    await keeper.close();
  };

  return {
    repair: { ...store.repair, details: [...details, ...store.repair.details] },
    isUsable: keeper.isUsable,
    append: async (envelope) => {
      if (closing !== undefined) throw new Error(`the spool in ${directory} is closed`);
      const appended = append(envelope);
      appending.add(appended);
      try {
        await appended;
      } finally {
        appending.delete(appended);
      }
    },
    pendingDsns: () => keeper.store().pendingDsns(),
    peek: (dsn) =>
      keeper.use((current) => {
        keeper.wasLost(dsn);
        return current.peek(dsn);
      }),
    peekBehind: (dsn, behind) => keeper.use((current) => current.peekBehind(dsn, behind)),
    remove: (dsn) =>
      keeper.use(async (current) => {
        if (!keeper.wasLost(dsn)) await current.remove(dsn);
      }),
    depth: () => keeper.store().depth(),
    close: () => (closing ??= close()),
  };
}

/** What a listener throws stops nothing. */
function quietly<T>(listener: (news: T) => void): (news: T) => void {
  return (news) => {
    try {
      listener(news);
    } catch {
      return;
    }
  };
}

/** What the ledgers of a directory and of those it took over say; `undefined` if none of them has one. */
async function knownOf(
  openFile: OpenFile,
  directory: string,
  adopted: LedgerEntries | undefined,
): Promise<LedgerEntries | undefined> {
  const own = await ignoreFailure(() => readLedger(openFile, directory));
  return own === undefined && adopted === undefined
    ? undefined
    : new Map([...(adopted ?? []), ...(own ?? [])]);
}

async function prepareDirectory(directory: string, openFile: OpenFile): Promise<void> {
  try {
    // A directory whose own name is not synced is lost with all that is in it.
    for (const made of await makeDirectory(directory)) {
      await ignoreFailure(() => syncDirectory(openFile, dirname(made)));
    }
  } catch (error) {
    throw unusable(directory, error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'EEXIST: a file or a broken link is in the way',
  ENOTDIR: 'ENOTDIR: a file is in the way',
};

function unusable(directory: string, error: unknown): Error {
  const code = errorCode(error) ?? String(error);
  return new Error(`spool directory ${directory} cannot be used (${REASONS[code] ?? code})`, {
    cause: error,
  });
}
