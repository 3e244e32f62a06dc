import { ignoreFailure } from '@adit/envelope';
import type { OpenFile } from './files.ts';
import { errorCode } from './files.ts';
import type { AbandonedLog } from './dsn-log.ts';
import type { LedgerEntries } from './ledger.ts';
import { SpoolDisplacedError, takePlace, type Place } from './place.ts';
import { closeFiles, entriesOf, lossOf, rescueSegments } from './rescue.ts';
import type { SpoolLoss } from './segment.ts';
import type { Store } from './store.ts';

/** Whether a spool can be written to. */
export interface DirectoryState {
  /** False while its directory is gone, replaced, held by another process, or read-only. */
  readonly isUsable: boolean;
  /** The reason in one sentence. */
  readonly detail: string;
}

/** Keeps a store open at a path, even if the directory there is deleted or replaced. */
export interface StoreKeeper {
  /**
   * Runs work on the store. If the directory is no longer the one that was opened, it is opened again, and the work is
   * repeated if possible.
   * @throws the error of the work, or the reason why the directory cannot be opened again
   */
  readonly use: <T>(work: (store: Store) => Promise<T>, isRepeatable?: boolean) => Promise<T>;
  readonly store: () => Store;
  readonly isUsable: () => boolean;
  /** Whether the envelope to be removed was lost after it was read. True once for each. */
  readonly wasLost: (dsn: string) => boolean;
  readonly close: () => Promise<void>;
}

/** How a {@link StoreKeeper} is set up. */
export interface StoreKeeperOptions {
  readonly directory: string;
  readonly openFile: OpenFile;
  /** Creates the directory if it is missing. */
  readonly prepare: () => Promise<void>;
  readonly open: (place: Place, known: LedgerEntries) => Promise<Store>;
  /** The directory as opened at start. */
  readonly first: { readonly place: Place; readonly store: Store };
  readonly onLoss: (loss: SpoolLoss) => void;
  readonly onState: (state: DirectoryState) => void;
}

/** The time between two checks of the directory if nothing is written, in milliseconds. */
const CHECK_EVERY_MS = 1_000;

/** The shortest time between two attempts to open the directory again, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

/** The options and the state of one keeper. Every step takes it. */
interface KeeperContext extends Omit<StoreKeeperOptions, 'first'> {
  place: Place;
  store: Store;
  displaced: SpoolDisplacedError | undefined;
  /** The logs of the displaced store, until they are copied back. */
  left: readonly AbandonedLog[] | undefined;
  reopening: Promise<void> | undefined;
  /** The last attempt to open the directory again, if it failed. */
  refused: { readonly error: unknown; readonly atMs: number } | undefined;
  /** Why the directory cannot be written. */
  unwritable: string | undefined;
  checking: Promise<void> | undefined;
  /** The DSNs whose oldest envelope was lost after it was read. */
  readonly lostOldest: Set<string>;
}

/** Creates a {@link StoreKeeper}. */
export function createStoreKeeper({ first, ...options }: StoreKeeperOptions): StoreKeeper {
  const context: KeeperContext = {
    ...options,
    ...first,
    displaced: undefined,
    left: undefined,
    reopening: undefined,
    refused: undefined,
    unwritable: undefined,
    checking: undefined,
    lostOldest: new Set(),
  };
  const timer = setInterval(() => {
    context.checking ??= check(context).finally(() => (context.checking = undefined));
  }, CHECK_EVERY_MS);
  timer.unref();

  return {
    use: (work, isRepeatable = true) => use(context, work, isRepeatable),
    store: () => context.store,
    isUsable: () => context.displaced === undefined && context.unwritable === undefined,
    wasLost: (dsn) => context.lostOldest.delete(dsn),
    close: async () => {
      clearInterval(timer);
      await close(context);
    },
  };
}

function use<T>(
  context: KeeperContext,
  work: (store: Store) => Promise<T>,
  isRepeatable: boolean,
): Promise<T> {
  if (context.displaced !== undefined) return restore(context).then(() => work(context.store));
  const at = context.store;
  return work(at).catch(async (error: unknown) => {
    if (!isDisplacement(context, at, error)) throw error;
    await restore(context);
    if (!isRepeatable) throw error;
    return await work(context.store);
  });
}

function noteDisplaced(context: KeeperContext, at: Store, error: unknown): boolean {
  if (!(error instanceof SpoolDisplacedError)) return false;
  if (at === context.store && context.displaced === undefined) {
    context.displaced = error;
    context.onState({ isUsable: false, detail: error.message });
  }
  return true;
}

/** Whether work failed because the directory is another one. A missing file may be the first sign. */
function isDisplacement(context: KeeperContext, at: Store, error: unknown): boolean {
  if (noteDisplaced(context, at, error)) return true;
  if (errorCode(error) !== 'ENOENT') return false;
  try {
    at.verify();
    return false;
  } catch (found) {
    return noteDisplaced(context, at, found);
  }
}

async function takeAgain({ place, directory }: KeeperContext): Promise<Place> {
  try {
    place.verify();
    return place;
  } catch {
    return await takePlace(directory);
  }
}

async function reopen(context: KeeperContext): Promise<void> {
  const { directory, openFile, place: former, lostOldest, onLoss, onState } = context;
  const left = (context.left ??= await context.store.abandon());
  await context.prepare();
  const taken = await takeAgain(context);
  try {
    await rescueSegments(openFile, left, former, taken);
    context.store = await context.open(taken, entriesOf(left));
  } catch (error) {
    if (taken !== former) await taken.release();
    throw error;
  }
  context.place = taken;
  if (taken !== former) await former.release();
  await closeFiles(left);
  const { store } = context;
  for (const { dsn, oldestOf } of left) {
    if (oldestOf !== undefined && store.firstOf(dsn)?.marker.equals(oldestOf.marker) !== true)
      lostOldest.add(dsn);
  }
  context.left = undefined;
  context.displaced = undefined;
  const { repair } = store;
  if (repair.lostEnvelopes > 0 || repair.details.length > 0) onLoss(repair);
  onState({
    isUsable: true,
    detail: `${directory} is open again with ${store.depth().envelopes} envelopes`,
  });
}

async function restore(context: KeeperContext): Promise<void> {
  const { displaced, refused } = context;
  if (displaced === undefined) return;
  if (refused !== undefined && performance.now() - refused.atMs < RETRY_AFTER_MS) throw refused.error;
  context.reopening ??= reopen(context).finally(() => (context.reopening = undefined));
  try {
    await context.reopening;
    context.refused = undefined;
  } catch (error) {
    context.refused = { error, atMs: performance.now() };
    throw error;
  }
}

function noteWritable(context: KeeperContext, code: string | undefined): void {
  const { directory, onState } = context;
  if (code === context.unwritable) return;
  context.unwritable = code;
  onState(
    code === undefined
      ? { isUsable: true, detail: `${directory} can be written again` }
      : { isUsable: false, detail: `${directory} cannot be written (${code})` },
  );
}

async function check(context: KeeperContext): Promise<void> {
  const at = context.store;
  try {
    at.verify();
  } catch (error) {
    noteDisplaced(context, at, error);
  }
  await ignoreFailure(() => restore(context));
  if (context.displaced !== undefined) return;
  await context.place.checkWritable().then(
    () => {
      noteWritable(context, undefined);
    },
    (error: unknown) => {
      noteWritable(context, errorCode(error) ?? 'unknown error');
    },
  );
}

async function close(context: KeeperContext): Promise<void> {
  await context.checking;
  await check(context);
  if (context.displaced === undefined) {
    await context.store.close();
  } else {
    const left = (context.left ??= await context.store.abandon());
    context.onLoss(await lossOf(context.directory, left));
    await closeFiles(left);
  }
  await context.place.release();
}
