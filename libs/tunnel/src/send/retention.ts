/** Memory set aside for envelopes that may have to be stored after all, shared by all requests. */
export interface Retention {
  /** Takes so many bytes more; `false` where there is no room. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
}

/** What one envelope may keep for the case that ingest fails on it, in bytes; a replay of the SDK has a third of it. */
export const RETAINED_BYTES = 1_048_576;

/** The same for an envelope that is larger: enough to notice that a connection is gone, in bytes. */
export const RETAINED_BEGINNING_BYTES = 262_144;

/** What all envelopes together may keep, in bytes. */
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
