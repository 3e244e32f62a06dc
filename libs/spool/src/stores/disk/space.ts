import { SpoolFullError } from '../stores.ts';

/** The space that one DSN's segments take. */
export interface DsnSpace {
  /**
   * Claims bytes for a new envelope.
   * @throws SpoolFullError if the spool or the DSN would exceed its bound
   */
  readonly take: (bytes: number) => void;
  /** Counts bytes that exist already, even beyond the bound. */
  readonly add: (bytes: number) => void;
  /** Gives bytes back. */
  readonly give: (bytes: number) => void;
}

/** Creates the account of a spool's bytes. It returns one {@link DsnSpace} for each DSN. */
export function createSpace({
  maxBytes,
  maxBytesPerDsn,
}: {
  readonly maxBytes: number;
  readonly maxBytesPerDsn: number;
}): () => DsnSpace {
  let usedBytes = 0;

  return () => {
    let shareBytes = 0;
    const add = (bytes: number): void => {
      usedBytes += bytes;
      shareBytes += bytes;
    };
    return {
      take: (bytes) => {
        if (usedBytes + bytes > maxBytes) throw new SpoolFullError(`the spool holds its ${maxBytes} bytes`);
        if (shareBytes + bytes > maxBytesPerDsn) {
          throw new SpoolFullError(`the spool holds the ${maxBytesPerDsn} bytes one DSN may have`);
        }
        add(bytes);
      },
      add,
      give: (bytes) => {
        add(-bytes);
      },
    };
  };
}
