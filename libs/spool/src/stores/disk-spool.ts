import { open as openNodeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import { adoptDirectories } from './disk/adopt.ts';
import { errorCode, syncDirectory, type OpenFile } from './disk/files.ts';
import { gatherBody } from './disk/gather-body.ts';
import { readLedger, type LedgerEntries } from './disk/ledger.ts';
import { makeDirectory } from './disk/make-directory.ts';
import { takePlace, type Place } from './disk/place.ts';
import type { SpoolLoss } from './disk/segment.ts';
import { createStoreKeeper, type DirectoryState } from './disk/store-keeper.ts';
import { openStore, type Store } from './disk/store.ts';
import type { SpooledEnvelope, SpoolStore } from './stores.ts';

export { SpoolLockedError } from './disk/directory-lock.ts';
export { SpoolDisplacedError } from './disk/place.ts';
export type { SpoolLoss } from './disk/segment.ts';
export type { DirectoryState } from './disk/store-keeper.ts';
export type { OpenFile } from './disk/files.ts';

/** How a disk spool is set up. */
export interface DiskSpoolOptions {
  /** Directory of the segments. Created for this user alone if it is missing. One process may have it open. */
  directory: string;
  /** The largest size of all segments, in bytes. Default 500 MiB, as Relay's `max_disk_size`. */
  maxBytes?: number;
  /** The largest size of one DSN's segments, in bytes. Default nine tenths of `maxBytes`, so that others have space. */
  maxBytesPerDsn?: number;
  /**
   * The size at which a segment is closed, in bytes. Space is freed by whole segments. Default a 32nd of `maxBytes`, from
   * 64 KiB to 16 MiB.
   */
  maxSegmentBytes?: number;
  /** Directories of former processes, such as removed workers. Their envelopes are taken over. */
  adopt?: readonly string[];
  /**
   * Called for damage found while envelopes are read. Errors it throws are ignored. Default: a line on the console, also
   * for `repair`.
   */
  onLoss?: (loss: SpoolLoss) => void;
  /**
   * Called if the directory is gone, replaced, locked by another process or read-only, and when it can be used again.
   * The directory is checked before each acknowledgement and once a second. Errors it throws are ignored.
   */
  onState?: (state: DirectoryState) => void;
  /** Opens files. Tests use it to let the disk fail. Default `open` of node:fs/promises. */
  openFile?: OpenFile;
}

/** A spool that outlives its process. */
export interface DiskSpool extends SpoolStore {
  /** The loss of a damaged store, found when it was opened. */
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
 * An envelope is acknowledged once its bytes and its file's name are synced to the disk. Delivery is at least once.
 * After a restart the envelope being delivered may be delivered again: with up to 16 earlier ones of its DSN if the
 * process was killed, and with up to 256 after a power failure.
 * @throws TypeError if a bound is not a positive whole number, SpoolLockedError if another process has the directory
 * open, and an Error with one line that names the directory if it cannot be used
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
  onLoss,
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
  const warn = (loss: SpoolLoss): void => {
    warnOfLoss(directory, loss);
  };
  let lost = 0;
  const tellLoss = quietly((loss: SpoolLoss) => {
    lost += loss.lostEnvelopes;
    (onLoss ?? warn)(loss);
  });
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
  // A body in one piece can be written again if the directory is gone.
  const append = (envelope: SpooledEnvelope): Promise<void> =>
    envelope.body instanceof Uint8Array
      ? appendGathered(envelope)
      : gatherBody(envelope.body).then((body) => appendGathered({ ...envelope, body }));
  /** A file that is opened after the others were closed would stay open. */
  const requireOpen = (): void => {
    if (closing !== undefined) throw new Error(`the spool in ${directory} is closed`);
  };
  const close = async (): Promise<void> => {
    await Promise.allSettled(appending);
    await keeper.close();
  };

  lost += store.repair.lostEnvelopes;
  const repair = { ...store.repair, details: [...details, ...store.repair.details] };
  if (onLoss === undefined) warn(repair);

  return {
    repair,
    isUsable: keeper.isUsable,
    append: async (envelope) => {
      requireOpen();
      const appended = append(envelope);
      appending.add(appended);
      try {
        await appended;
      } finally {
        appending.delete(appended);
      }
    },
    pendingDsns: () => keeper.store().pendingDsns(),
    peek: async (dsn) => {
      requireOpen();
      return keeper.use((current) => {
        keeper.wasLost(dsn);
        return current.peek(dsn);
      });
    },
    peekBehind: async (dsn, behind) => {
      requireOpen();
      return keeper.use((current) => current.peekBehind(dsn, behind));
    },
    remove: async (dsn) => {
      requireOpen();
      return keeper.use(async (current) => {
        if (!keeper.wasLost(dsn)) await current.remove(dsn);
      });
    },
    depth: () => keeper.store().depth(),
    maxBytes,
    outlivesProcess: true,
    lost: () => lost,
    close: () => (closing ??= close()),
  };
}

function warnOfLoss(directory: string, { lostEnvelopes, details }: SpoolLoss): void {
  if (lostEnvelopes === 0) return;
  const text = `the spool in ${directory} has lost ${lostEnvelopes} of its envelopes: ${details.join('; ')}`;
  // eslint-disable-next-line no-console -- for the operator; no answer shows it
  console.warn(`@adit/spool: ${text}`);
}

/** Calls a listener and ignores its errors. */
function quietly<T>(listener: (news: T) => void): (news: T) => void {
  return (news) => {
    try {
      listener(news);
    } catch {
      return;
    }
  };
}

/** The ledger entries of a directory and of those it took over; `undefined` if none has a ledger. */
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
    // A directory whose own name is not synced is lost with all its files.
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
