import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import type { SpoolDepth, SpooledEnvelope, SpoolEntry } from '../stores.ts';
import { coalesce } from './coalesce.ts';
import { createDsnLog, type AbandonedLog, type DsnLog } from './dsn-log.ts';
import { syncDirectory, type OpenFile } from './files.ts';
import { createLedger, LEDGER_NAME, type LedgerEntries } from './ledger.ts';
import { SpoolDisplacedError, type Place } from './place.ts';
import { recover } from './recover.ts';
import { waitingBytesIn, waitingIn, type LogHost, type Segment, type SpoolLoss } from './segment.ts';
import { createSpace } from './space.ts';

/** The logs of one directory, while this process has it locked. */
export interface Store {
  /** The loss found when it was opened. */
  readonly repair: SpoolLoss;
  readonly append: (envelope: SpooledEnvelope) => Promise<void>;
  readonly pendingDsns: () => readonly string[];
  readonly peek: (dsn: string) => Promise<SpoolEntry | undefined>;
  readonly peekBehind: (dsn: string, behind: number) => Promise<SpoolEntry | undefined>;
  readonly remove: (dsn: string) => Promise<void>;
  readonly depth: () => SpoolDepth;
  /** The segment that is being delivered. */
  readonly firstOf: (dsn: string) => Segment | undefined;
  /**
   * Checks that the directory and all open segments are still at their paths.
   * @throws SpoolDisplacedError
   */
  readonly verify: () => void;
  /** Ends without writing any more. Later calls are refused. */
  readonly abandon: () => Promise<readonly AbandonedLog[]>;
  readonly close: () => Promise<void>;
}

/** How a {@link Store} is opened. */
export interface StoreOptions {
  readonly place: Place;
  readonly openFile: OpenFile;
  readonly maxBytes: number;
  readonly maxBytesPerDsn: number;
  readonly maxSegmentBytes: number;
  readonly onLoss: (loss: SpoolLoss) => void;
  /** The entries of the ledger; `undefined` without a ledger. */
  readonly known: LedgerEntries | undefined;
}

/**
 * Opens the segments in a directory.
 * @throws the error of the disk
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { place, openFile, maxBytes, maxBytesPerDsn, maxSegmentBytes, onLoss, known } = options;
  const { directory } = place;
  const { logs: found, unread, repair, lastSequence } = await recover(directory, openFile, known);
  const segments = [...found.values()].flat();
  const ledger = await createLedger(openFile, directory, [...segments, ...unread]);

  const background = new Set<Promise<unknown>>();
  const held = { envelopes: 0, bytes: 0 };
  let sequence = lastSequence;
  let displaced: SpoolDisplacedError | undefined;
  const host: LogHost = {
    directory,
    openFile,
    maxSegmentBytes,
    held,
    ledger,
    nextSequence: () => (sequence = Math.max(sequence + 1, Date.now())),
    syncNames: coalesce(() => syncDirectory(openFile, directory)),
    verify: (file) => {
      try {
        if (displaced === undefined) place.verify(file);
      } catch (error) {
        if (!(error instanceof SpoolDisplacedError)) throw error;
        displaced ??= error;
      }
      if (displaced !== undefined) throw displaced;
    },
    isDisplaced: () => displaced !== undefined,
    inBackground: (work) => {
      background.add(work);
      void work.finally(() => background.delete(work));
    },
    onLoss,
  };

  const createShare = createSpace({ maxBytes, maxBytesPerDsn });
  const logs = new Map<string, DsnLog>();
  const openLog = (dsn: string, own: Segment[]): DsnLog => {
    const share = createShare();
    for (const segment of own) {
      share.add(segment.bytes);
      held.envelopes += waitingIn(segment);
      held.bytes += waitingBytesIn(segment);
    }
    const log = createDsnLog(host, { dsn, share, segments: own });
    logs.set(dsn, log);
    return log;
  };
  for (const [dsn, own] of found) openLog(dsn, own);

  return {
    repair,
    append: (envelope) =>
      displaced === undefined
        ? (logs.get(envelope.dsn) ?? openLog(envelope.dsn, [])).append(envelope)
        : Promise.reject(displaced),
    pendingDsns: () => [...logs].filter(([, log]) => log.isPending()).map(([dsn]) => dsn),
    peek: async (dsn) => {
      if (displaced !== undefined) throw displaced;
      return await logs.get(dsn)?.peek();
    },
    peekBehind: async (dsn, behind) => {
      if (displaced !== undefined) throw displaced;
      return await logs.get(dsn)?.peekBehind(behind);
    },
    remove: async (dsn) => {
      if (displaced !== undefined) throw displaced;
      await logs.get(dsn)?.remove();
    },
    depth: () => ({ ...held }),
    firstOf: (dsn) => found.get(dsn)?.[0],
    verify: () => {
      host.verify();
      for (const log of logs.values()) log.verify();
    },
    abandon: async () => {
      displaced ??= new SpoolDisplacedError(`${directory} is being opened again`);
      const left = await Promise.all([...logs.values()].map((log) => log.abandon()));
      await Promise.allSettled(background);
      await ledger.close();
      return left;
    },
    close: async () => {
      await Promise.all([...logs.values()].map((log) => log.close()));
      await Promise.allSettled(background);
      await ledger.close();
      if (ledger.isEmpty()) await ignoreFailure(() => unlink(join(directory, LEDGER_NAME)));
    },
  };
}
