import { SpoolFullError, type SpoolDepth, type SpooledEnvelope, type SpoolStore } from '../stores/stores.ts';

/** Where envelopes go that ingest cannot take now. */
export interface Spooling {
  /** Whether ingest is known to be away, so that a DSN's envelopes go to the spool without asking it. */
  readonly isOut: (dsn: string) => boolean;
  /** Ingest could not be reached for this DSN. */
  readonly noteOutage: (dsn: string) => void;
  /**
   * Whether the envelope is kept now.
   * @param isInterrupted asked when it is not: whether its body has failed, which is no failure of the store
   */
  readonly store: (envelope: SpooledEnvelope, isInterrupted?: () => boolean) => Promise<boolean>;
  readonly depth: () => SpoolDepth;
}

/** What empties the store. */
export interface SpoolDrain {
  readonly isOut: (dsn: string) => boolean;
  readonly noteOutage: (dsn: string) => void;
  /** Something was appended for this DSN. */
  readonly wake: (dsn: string) => void;
}

/** What spooling needs. */
export interface SpoolingOptions {
  readonly store: SpoolStore;
  readonly drain: SpoolDrain;
  /** Is told when the store fails; that it is full is no failure. */
  readonly onSpoolError: (error: unknown) => void;
}

/** Joins a store and its drain. */
export function createSpooling({ store, drain, onSpoolError }: SpoolingOptions): Spooling {
  return {
    isOut: drain.isOut,
    noteOutage: drain.noteOutage,
    store: async (envelope, isInterrupted = () => false) => {
      try {
        await store.append(envelope);
      } catch (error) {
        if (!(error instanceof SpoolFullError) && !isInterrupted()) onSpoolError(error);
        return false;
      }
      drain.wake(envelope.dsn);
      return true;
    },
    depth: store.depth,
  };
}
