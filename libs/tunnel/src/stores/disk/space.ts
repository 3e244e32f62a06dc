import { SpoolFullError } from '../stores.ts';

/** The bytes one DSN's segments take of the spool's. */
export interface DsnSpace {
  /**
   * Claims bytes for something new.
   * @throws SpoolFullError when the spool or the DSN's part of it would exceed its bound
   */
  readonly take: (bytes: number) => void;
  /** Counts bytes that are there whatever the bound says. */
  readonly add: (bytes: number) => void;
  /** Bytes are free again. */
  readonly give: (bytes: number) => void;
}

/** Creates the spool's account of bytes; it hands out one {@link DsnSpace} for each DSN. */
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
