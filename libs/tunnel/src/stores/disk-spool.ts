import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { adoptDirectory } from './disk/adopt.ts';
import { coalesce } from './disk/coalesce.ts';
import { lockDirectory } from './disk/directory-lock.ts';
import { createDsnLog, type DsnLog } from './disk/dsn-log.ts';
import { attempt, DIRECTORY_MODE, errorCode, syncDirectory, type OpenFile } from './disk/files.ts';
import { recover } from './disk/recover.ts';
import { waitingBytesIn, waitingIn, type LogHost, type Segment, type SpoolLoss } from './disk/segment.ts';
import { createSpace } from './disk/space.ts';
import type { SpoolStore } from './stores.ts';

export { SpoolLockedError } from './disk/directory-lock.ts';
export type { SpoolLoss } from './disk/segment.ts';
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
  /** Opens files, for tests that let the disk fail. Default `open` of node:fs/promises. */
  openFile?: OpenFile;
}

/** A spool that outlives its process. */
export interface DiskSpool extends SpoolStore {
  /** What a corrupt or truncated store had lost when it was opened. */
  readonly repair: SpoolLoss;
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
  openFile = open,
}: DiskSpoolOptions): Promise<DiskSpool> {
  for (const [name, value] of Object.entries({ maxBytes, maxBytesPerDsn, maxSegmentBytes })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new TypeError(
      `createDiskSpool: ${name} is ${value}; accepted is a positive whole number of bytes.`,
    );
  }
  const directory = resolve(givenDirectory);
  await prepareDirectory(directory, openFile);
  const unlock = await lockDirectory(directory);

  const details: string[] = [];
  const recovered = await (async () => {
    for (const from of adopt) details.push(...(await adoptDirectory(from, directory, openFile)));
    return await recover(directory, openFile);
  })().catch(async (error: unknown) => {
    await unlock();
    throw unusable(directory, error);
  });

  const background = new Set<Promise<unknown>>();
  const held = { envelopes: 0, bytes: 0 };
  let { lastSequence } = recovered;
  const host: LogHost = {
    directory,
    openFile,
    maxSegmentBytes,
    held,
    nextSequence: () => (lastSequence = Math.max(lastSequence + 1, Date.now())),
    syncNames: coalesce(() => syncDirectory(openFile, directory)),
    inBackground: (work) => {
      background.add(work);
      void work.finally(() => background.delete(work));
    },
    onLoss: (loss) => {
      try {
        onLoss(loss);
      } catch {
        // Whoever listens does not stop the delivery of what is intact.
      }
    },
  };

  const createShare = createSpace({ maxBytes, maxBytesPerDsn });
  const logs = new Map<string, DsnLog>();
  const openLog = (dsn: string, segments: Segment[]): DsnLog => {
    const share = createShare();
    for (const segment of segments) {
      share.add(segment.bytes);
      held.envelopes += waitingIn(segment);
      held.bytes += waitingBytesIn(segment);
    }
    const log = createDsnLog(host, { dsn, share, segments });
    logs.set(dsn, log);
    return log;
  };
  for (const [dsn, segments] of recovered.logs) openLog(dsn, segments);

  const appending = new Set<Promise<void>>();
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.allSettled(appending);
    await Promise.all([...logs.values()].map((log) => log.close()));
    await Promise.allSettled(background);
    await unlock();
  };

  return {
    repair: { ...recovered.repair, details: [...details, ...recovered.repair.details] },
    append: async (envelope) => {
      if (closing !== undefined) throw new Error(`the spool in ${directory} is closed`);
      const log = logs.get(envelope.dsn) ?? openLog(envelope.dsn, []);
      const appended = log.append(envelope);
      appending.add(appended);
      try {
        await appended;
      } finally {
        appending.delete(appended);
      }
    },
    pendingDsns: () => [...logs].filter(([, log]) => log.isPending()).map(([dsn]) => dsn),
    peek: async (dsn) => await logs.get(dsn)?.peek(),
    remove: async (dsn) => {
      await logs.get(dsn)?.remove();
    },
    depth: () => ({ ...held }),
    close: () => (closing ??= close()),
  };
}

async function prepareDirectory(directory: string, openFile: OpenFile): Promise<void> {
  try {
    const made = await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
    if (made === undefined) return;
    // A directory whose own name is not synced is lost with all that is in it.
    for (let at = directory; at.length >= made.length; at = dirname(at)) {
      await attempt(() => syncDirectory(openFile, dirname(at)));
    }
  } catch (error) {
    throw unusable(directory, error);
  }
}

function unusable(directory: string, error: unknown): Error {
  return new Error(`spool directory ${directory} cannot be used (${errorCode(error) ?? String(error)})`, {
    cause: error,
  });
}
