/** The memory for envelopes that may have to be stored if ingest fails, shared by all requests. */
export interface Retention {
  /** Reserves bytes; `false` if the bound is reached. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
}

/** The most that one envelope keeps in case ingest fails, in bytes. A session replay is about a third of this size. */
export const RETAINED_BYTES = 1_048_576;

/** The limit for a larger envelope, in bytes: enough to notice a closed connection. */
export const RETAINED_BEGINNING_BYTES = 262_144;

/** The most that all envelopes together keep, in bytes. */
const RETAINED_BYTES_IN_ALL = 16 * 1_048_576;

/** Creates a {@link Retention}. */
export function createRetention(maxBytes = RETAINED_BYTES_IN_ALL): Retention {
  let takenBytes = 0;
  return {
    take: (bytes) => {
      if (takenBytes + bytes > maxBytes) return false;
      takenBytes += bytes;
      return true;
    },
    giveBack: (bytes) => {
      takenBytes -= bytes;
    },
  };
}
