import type { NewFailure } from '@adit/spool';
import { SpoolFullError, type SpoolDepth, type SpooledEnvelope, type SpoolStore } from '@adit/spool';

/** Stores envelopes while ingest is unavailable. */
export interface Spooling {
  /** Whether ingest is known to be unavailable. */
  readonly isOut: (dsn: string) => boolean;
  /** Whether an envelope of this DSN is to be sent; if not, it goes to the spool without a request to ingest. */
  readonly letsNewTry: (dsn: string) => boolean;
  /** Ingest did not accept an envelope that is going to be stored. */
  readonly noteFailure: (failure: NewFailure) => void;
  /** Ingest accepted an envelope. */
  readonly noteTaken: (dsn: string) => void;
  /**
   * Stores an envelope.
   * @param isInterrupted called if it cannot be stored: whether its body has failed, which is not a failure of the
   * store
   * @returns the reason why it is not stored; `undefined` if it is
   */
  readonly store: (
    envelope: SpooledEnvelope,
    isInterrupted?: () => boolean,
  ) => Promise<'spool-full' | 'spool-failing' | undefined>;
  readonly depth: () => SpoolDepth;
  /** Stored envelopes that were delivered a second, lately. */
  readonly deliveredPerS: () => number;
  /** Whether an operator has paused the delivery. */
  readonly isPaused: () => boolean;
}

/** The process that empties the store. */
export interface SpoolDrain extends Pick<
  Spooling,
  'isOut' | 'letsNewTry' | 'noteFailure' | 'noteTaken' | 'deliveredPerS'
> {
  /** Something was appended for this DSN. */
  readonly wake: (dsn: string) => void;
  readonly isHeld: () => boolean;
}

/** Options of {@link createSpooling}. */
export interface SpoolingOptions {
  readonly store: SpoolStore;
  readonly drain: SpoolDrain;
  /** Called if the store fails. A full store is not a failure. */
  readonly onSpoolError: (error: unknown) => void;
}

/** Joins a store and its drain. */
export function createSpooling({ store, drain, onSpoolError }: SpoolingOptions): Spooling {
  return {
    isOut: drain.isOut,
    letsNewTry: drain.letsNewTry,
    noteFailure: drain.noteFailure,
    noteTaken: drain.noteTaken,
    store: async (envelope, isInterrupted = () => false) => {
      try {
        await store.append(envelope);
      } catch (error) {
        if (error instanceof SpoolFullError) return 'spool-full';
        if (!isInterrupted()) onSpoolError(error);
        return 'spool-failing';
      }
      drain.wake(envelope.dsn);
      return undefined;
    },
    depth: store.depth,
    deliveredPerS: drain.deliveredPerS,
    isPaused: drain.isHeld,
  };
}
