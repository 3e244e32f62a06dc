/**
 * The keys of one DSN's log. They share a hash tag, so that a cluster keeps them on one node and scripts can use them
 * together.
 */
export interface SpoolKeys {
  /** A stream: an entry for each envelope, in order. */
  readonly log: string;
  /** A hash: the bytes counted. */
  readonly meta: string;
  /** The process that delivers this DSN, until it expires. */
  readonly lease: string;
  /** The list with the pieces of a large body. */
  readonly pieces: (id: string) => string;
}

/** The keys of a DSN's log. */
export function spoolKeys(prefix: string, dsn: string): SpoolKeys {
  const tagged = `${prefix}spool:{${dsn.replace(/[{}\s]/g, encodeURIComponent)}}`;
  return {
    log: `${tagged}:log`,
    meta: `${tagged}:meta`,
    lease: `${tagged}:lease`,
    pieces: (id) => `${tagged}:pieces:${id}`,
  };
}
