import { SpoolFullError, type SpoolDepth, type SpooledEnvelope, type SpoolStore } from '../stores/stores.ts';

/** Stores envelopes while ingest is unavailable. */
export interface Spooling {
  /** Whether ingest is known to be away. */
  readonly isOut: (dsn: string) => boolean;
  /** Whether an envelope of this DSN is to be sent; if not, it goes to the spool without asking ingest. */
  readonly letsNewTry: (dsn: string) => boolean;
  /** Ingest did not take an envelope that is going to be stored. */
  readonly noteFailure: (failure: NewFailure) => void;
  /** Ingest took an envelope. */
  readonly noteTaken: (dsn: string) => void;
  /**
   * Stores an envelope.
   * @param isInterrupted asked if it cannot be stored: whether its body has failed, which is no failure of the store
   * @returns why it is not stored; `undefined` if it is
   */
  readonly store: (
    envelope: SpooledEnvelope,
    isInterrupted?: () => boolean,
  ) => Promise<'spool-full' | 'spool-failing' | undefined>;
  readonly depth: () => SpoolDepth;
  /** Whether an operator has paused the delivery. */
  readonly isPaused: () => boolean;
}

/** An envelope that ingest did not take. */
export interface NewFailure {
  readonly dsn: string;
  /** As it is stored with the envelope. */
  readonly receivedAt: number;
  /** Whether the connection failed. */
  readonly isConnection: boolean;
}

/** What empties the store. */
export interface SpoolDrain extends Pick<Spooling, 'isOut' | 'letsNewTry' | 'noteFailure' | 'noteTaken'> {
  /** Something was appended for this DSN. */
  readonly wake: (dsn: string) => void;
  readonly isHeld: () => boolean;
}

/** What spooling needs. */
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
    isPaused: drain.isHeld,
  };
}
