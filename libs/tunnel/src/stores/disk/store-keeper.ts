import type { OpenFile } from './files.ts';
import { ignoreFailure, errorCode } from './files.ts';
import type { AbandonedLog } from './dsn-log.ts';
import type { LedgerEntries } from './ledger.ts';
import { SpoolDisplacedError, takePlace, type Place } from './place.ts';
import { closeFiles, entriesOf, lossOf, rescueSegments } from './rescue.ts';
import type { SpoolLoss } from './segment.ts';
import type { Store } from './store.ts';

/** Whether a spool can be written to. */
export interface SpoolState {
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
  readonly onState: (state: SpoolState) => void;
}

/** The time between two checks of the directory if nothing is written, in milliseconds. */
const CHECK_EVERY_MS = 1_000;

/** The shortest time between two attempts to open the directory again, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

/** Creates a {@link StoreKeeper}. */
export function createStoreKeeper(options: StoreKeeperOptions): StoreKeeper {
  const { directory, openFile, prepare, open, first, onLoss, onState } = options;
  let { place, store } = first;
  let displaced: SpoolDisplacedError | undefined;
  let left: readonly AbandonedLog[] | undefined;
  let reopening: Promise<void> | undefined;
  let refused: { readonly error: unknown; readonly atMs: number } | undefined;
  let unwritable: string | undefined;
  let checking: Promise<void> | undefined;
  const lostOldest = new Set<string>();

  const noteDisplaced = (at: Store, error: unknown): boolean => {
    if (!(error instanceof SpoolDisplacedError)) return false;
    if (at === store && displaced === undefined) {
      displaced = error;
      onState({ isUsable: false, detail: error.message });
    }
    return true;
  };

  /** Whether work failed because the directory is another one. A missing file may be the first sign. */
  const isDisplacement = (at: Store, error: unknown): boolean => {
    if (noteDisplaced(at, error)) return true;
    if (errorCode(error) !== 'ENOENT') return false;
    try {
      at.verify();
      return false;
    } catch (found) {
      return noteDisplaced(at, found);
    }
  };

  const takeAgain = async (): Promise<Place> => {
    try {
      place.verify();
      return place;
    } catch {
      return await takePlace(directory);
    }
  };

  const reopen = async (): Promise<void> => {
    left ??= await store.abandon();
    await prepare();
    const former = place;
    const taken = await takeAgain();
    try {
      await rescueSegments(openFile, left, former, taken);
      store = await open(taken, entriesOf(left));
    } catch (error) {
      if (taken !== former) await taken.release();
      throw error;
    }
    place = taken;
    if (taken !== former) await former.release();
    await closeFiles(left);
    for (const { dsn, oldestOf } of left) {
      if (oldestOf !== undefined && store.firstOf(dsn)?.marker.equals(oldestOf.marker) !== true)
        lostOldest.add(dsn);
    }
    left = undefined;
    displaced = undefined;
    const { repair } = store;
    if (repair.lostEnvelopes > 0 || repair.details.length > 0) onLoss(repair);
    onState({
      isUsable: true,
      detail: `${directory} is open again with ${store.depth().envelopes} envelopes`,
    });
  };

  const restore = async (): Promise<void> => {
    if (displaced === undefined) return;
    if (refused !== undefined && performance.now() - refused.atMs < RETRY_AFTER_MS) throw refused.error;
    reopening ??= reopen().finally(() => (reopening = undefined));
    try {
      await reopening;
      refused = undefined;
    } catch (error) {
      refused = { error, atMs: performance.now() };
      throw error;
    }
  };

  const noteWritable = (code: string | undefined): void => {
    if (code === unwritable) return;
    unwritable = code;
    onState(
      code === undefined
        ? { isUsable: true, detail: `${directory} can be written again` }
        : { isUsable: false, detail: `${directory} cannot be written (${code})` },
    );
  };

  const check = async (): Promise<void> => {
    const at = store;
    try {
      at.verify();
    } catch (error) {
      noteDisplaced(at, error);
    }
    await ignoreFailure(restore);
    if (displaced !== undefined) return;
    await place.checkWritable().then(
      () => {
        noteWritable(undefined);
      },
      (error: unknown) => {
        noteWritable(errorCode(error) ?? 'unknown error');
      },
    );
  };
  const timer = setInterval(() => {
    checking ??= check().finally(() => (checking = undefined));
  }, CHECK_EVERY_MS);
  timer.unref();

  return {
    use: (work, isRepeatable = true) => {
      if (displaced !== undefined) return restore().then(() => work(store));
      const at = store;
      return work(at).catch(async (error: unknown) => {
        if (!isDisplacement(at, error)) throw error;
        await restore();
        if (!isRepeatable) throw error;
        return await work(store);
      });
    },
    store: () => store,
    isUsable: () => displaced === undefined && unwritable === undefined,
    wasLost: (dsn) => lostOldest.delete(dsn),
    close: async () => {
      clearInterval(timer);
      await checking;
      await check();
      if (displaced === undefined) {
        await store.close();
      } else {
        left ??= await store.abandon();
        onLoss(await lossOf(directory, left));
        await closeFiles(left);
      }
      await place.release();
    },
  };
}
