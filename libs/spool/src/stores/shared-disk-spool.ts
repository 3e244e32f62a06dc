import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import { isLockName, SpoolLockedError } from './disk/directory-lock.ts';
import { encodeFields, FIXED_HEAD_BYTES } from './disk/record.ts';
import { footerBytes, HEADER_BYTES, parseSegmentName } from './disk/segment-format.ts';
import { STAGED_SUFFIX } from './disk/staged-envelope.ts';
import {
  createDiskSpool,
  DEFAULT_MAX_SPOOL_BYTES,
  type DiskSpool,
  type DiskSpoolOptions,
} from './disk-spool.ts';
import { SpoolFullError, type SpooledEnvelope } from './stores.ts';

/** How a disk spool of several processes is set up. */
export interface SharedDiskSpoolOptions extends Omit<DiskSpoolOptions, 'directory' | 'maxBytes' | 'adopt'> {
  /** Directory of all processes. Each has a folder of its own in it, `process-1` to `process-64`. */
  directory: string;
  /** The largest size of the segments of all processes, in bytes. Default 500 MiB. */
  maxBytes?: number;
}

/** The most processes that have the directory open at a time. */
const MAX_PROCESSES = 64;

/** The interval at which the folders of others are looked at, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** The bytes that an envelope takes besides its fields and body, if it has a segment of its own. */
const OVERHEAD_BYTES = HEADER_BYTES + FIXED_HEAD_BYTES;

const FOLDER_NAME = /^process-[1-9]\d?$/;

/** The state of one spool. Its operations are functions over it. */
interface SharedContext {
  readonly options: SharedDiskSpoolOptions;
  readonly directory: string;
  readonly maxBytes: number;
  /** The folder of this process. */
  readonly folder: string;
  readonly own: DiskSpool;
  /** The spools of ended processes that this one delivers, by folder. */
  readonly adopted: Map<string, DiskSpool>;
  /** The sizes of folders that had no envelope to deliver, such as those with files of others. */
  readonly left: Map<string, number>;
  /** The spool whose envelopes are delivered, by DSN. */
  readonly current: Map<string, DiskSpool>;
  /** The bytes that this process may still take until the next look. */
  leaseBytes: number;
  /** Lost envelopes of spools that were delivered and closed. */
  lostBefore: number;
  onStored: (dsn: string) => void;
}

/**
 * Opens a spool in a directory that several processes of one host have open at a time. Each stores in a folder of its
 * own. If a process ends in any way, another one, or the next that starts, delivers what it has left. Containers may
 * share the directory by a volume. Processes on different hosts may not: to each, those on other hosts look ended.
 *
 * Durability, order and duplicates are those of {@link createDiskSpool}, for each process. `maxBytes` may be exceeded by
 * what a process takes in the second in which another one starts.
 * @throws TypeError if a bound is not a positive whole number, SpoolLockedError if 64 processes have the directory open,
 * and an Error with one line that names the folder if it cannot be used
 */
export async function createSharedDiskSpool(options: SharedDiskSpoolOptions): Promise<DiskSpool> {
  const { maxBytes = DEFAULT_MAX_SPOOL_BYTES } = options;
  const directory = resolve(options.directory);
  const context: SharedContext = {
    ...{ options, directory, maxBytes },
    ...(await openOwn(directory, options)),
    adopted: new Map(),
    left: new Map(),
    current: new Map(),
    leaseBytes: Infinity,
    lostBefore: 0,
    onStored: () => undefined,
  };
  const { own, adopted } = context;
  await look(context);
  const all = (): readonly DiskSpool[] => [...adopted.values(), own];
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look(context).finally(() => (looking = undefined));
  }, LOOK_EVERY_MS).unref();

  return {
    repair: own.repair,
    isUsable: own.isUsable,
    append: async (envelope) => own.append(boundByLease(context, envelope)),
    pendingDsns: () => [...new Set(all().flatMap((spool) => spool.pendingDsns()))],
    peek: async (dsn) => chooseSpool(context, dsn).peek(dsn),
    peekBehind: async (dsn, behind) => currentSpool(context, dsn).peekBehind?.(dsn, behind),
    remove: async (dsn) => currentSpool(context, dsn).remove(dsn),
    depth: () => ({
      envelopes: sum(all().map((spool) => spool.depth().envelopes)),
      bytes: sum(all().map((spool) => spool.depth().bytes)),
    }),
    maxBytes,
    outlivesProcess: true,
    lost: () => context.lostBefore + sum(all().map(lostOf)),
    watch: (onStored) => (context.onStored = onStored),
    close: async () => {
      clearInterval(timer);
      await looking;
      await Promise.all(all().map((spool) => spool.close()));
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const lostOf = (spool: DiskSpool): number => spool.lost?.() ?? 0;

/** Opens the first folder that no live process has open, with what its last owner has left there. */
async function openOwn(
  directory: string,
  options: SharedDiskSpoolOptions,
): Promise<Pick<SharedContext, 'folder' | 'own'>> {
  for (let number = 1; number <= MAX_PROCESSES; number += 1) {
    const folder = join(directory, `process-${number}`);
    try {
      return { folder, own: await createDiskSpool({ ...options, directory: folder }) };
    } catch (error) {
      if (!(error instanceof SpoolLockedError)) throw error;
    }
  }
  throw new SpoolLockedError(`spool directory ${directory} is in use by ${MAX_PROCESSES} processes`);
}

/** Chooses the spool whose envelopes of a DSN are delivered: the last one until it is empty, then those of ended processes. */
function chooseSpool({ own, adopted, current }: SharedContext, dsn: string): DiskSpool {
  const holds = (spool: DiskSpool): boolean => spool.pendingDsns().includes(dsn);
  const before = current.get(dsn);
  if (before !== undefined && holds(before)) return before;
  const next = [...adopted.values()].find(holds) ?? own;
  current.set(dsn, next);
  return next;
}

/** The spool that was read last, so that `remove` removes what was read. */
const currentSpool = (context: SharedContext, dsn: string): DiskSpool =>
  context.current.get(dsn) ?? chooseSpool(context, dsn);

/** Refuses an envelope for which this process has no space until the next look. */
function boundByLease(context: SharedContext, envelope: SpooledEnvelope): SpooledEnvelope {
  const take = (bytes: number): void => {
    if (bytes > context.leaseBytes)
      throw new SpoolFullError(`the spools of all processes hold their ${context.maxBytes} bytes`);
    context.leaseBytes -= bytes;
  };
  const { dsn, fields, body } = envelope;
  if (context.leaseBytes === Infinity) return envelope;
  take(OVERHEAD_BYTES + encodeFields(dsn, fields).length + footerBytes(dsn));
  if (body instanceof Uint8Array) {
    take(body.byteLength);
    return envelope;
  }
  return { ...envelope, body: taken(body, take) };
}

async function* taken(
  body: AsyncIterable<Uint8Array>,
  take: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    take(chunk.byteLength);
    yield chunk;
  }
}

/**
 * Leaves folders that are delivered, takes over what ended processes have left, and shares the space: of what is free,
 * each process may take an equal part until its next look. Never rejects.
 */
async function look(context: SharedContext): Promise<void> {
  const { directory, folder, adopted, left, current, maxBytes } = context;
  const inUse = new Set(current.values());
  for (const [path, spool] of adopted)
    if (spool.depth().envelopes === 0 && !inUse.has(spool)) await leave(context, path, spool);
  let processes = 1;
  let othersBytes = 0;
  for (const path of await foldersIn(directory)) {
    if (path === folder) continue;
    const { bytes, isLocked } = await contentOf(path);
    othersBytes += bytes;
    if (bytes > 0 && bytes !== left.get(path) && !adopted.has(path)) await adopt(context, path);
    if (isLocked && !adopted.has(path)) processes += 1;
  }
  // Alone, its own store knows its space exactly.
  const isAlone = processes === 1 && othersBytes === 0;
  const usedBytes = isAlone ? 0 : othersBytes + (await contentOf(folder)).bytes;
  context.leaseBytes = isAlone ? Infinity : Math.max(0, maxBytes - usedBytes) / processes;
}

async function adopt(context: SharedContext, path: string): Promise<void> {
  const { options, adopted } = context;
  // The state of another folder says nothing of this spool.
  const onState = (): void => undefined;
  // A live process has it open, or it cannot be opened: the next look tries again.
  const spool = await ignoreFailure(() => createDiskSpool({ ...options, directory: path, onState }));
  if (spool === undefined) return;
  adopted.set(path, spool);
  const { repair } = spool;
  if (repair.details.length > 0) await ignoreFailure(() => options.onLoss?.(repair));
  for (const dsn of spool.pendingDsns()) context.onStored(dsn);
}

/** Leaves an empty folder to others. It is not deleted, because a process may be about to open it. */
async function leave(context: SharedContext, path: string, spool: DiskSpool): Promise<void> {
  context.adopted.delete(path);
  context.lostBefore += lostOf(spool);
  await ignoreFailure(() => spool.close());
  context.left.set(path, (await contentOf(path)).bytes);
}

/** The folders of processes, and the directory itself: `createDiskSpool` may have been used on it before. */
async function foldersIn(directory: string): Promise<readonly string[]> {
  const names = (await ignoreFailure(() => readdir(directory))) ?? [];
  return [directory, ...names.filter((name) => FOLDER_NAME.test(name)).map((name) => join(directory, name))];
}

/** The size of a folder's segments, and whether it has a lock, perhaps of a process that has ended. */
async function contentOf(folder: string): Promise<{ readonly bytes: number; readonly isLocked: boolean }> {
  const names = (await ignoreFailure(() => readdir(folder))) ?? [];
  const files = names.filter((name) => parseSegmentName(name) !== undefined || name.endsWith(STAGED_SUFFIX));
  const sizes = await Promise.all(
    files.map(async (name) => (await ignoreFailure(() => stat(join(folder, name))))?.size ?? 0),
  );
  return { bytes: sum(sizes), isLocked: names.some(isLockName) };
}
