/** A request body, with only the transfer coding taken off. It is read once. */
export interface RequestBody extends AsyncIterable<Uint8Array> {
  /**
   * Reads all of it in one piece. It is called instead of iterating if the announced length is small. Rejects if the client
   * closes the connection before the end. Hosts may leave it out.
   */
  readonly readWhole?: () => Promise<Uint8Array>;
}

/** Keeps the host going until the promise settles, also after the answer. */
export type WaitUntil = (work: Promise<unknown>) => unknown;

/** A request, as an adapter passes it to the tunnel. */
export interface TunnelRequest {
  readonly method: string;
  /** The request target: path and query, or a whole URL, of which only these two count. */
  readonly target: string;
  /** Reads a header by its lower-case name, repeated lines joined with `, `. */
  readonly header: (name: string) => string | undefined;
  /** Iterating it fails if the client closes the connection before the end. */
  readonly body: RequestBody | null;
  /** Whether the body was read before. Default false. */
  readonly bodyUsed?: boolean;
  /** The address at the other end of the connection; `undefined` if unknown. */
  readonly peerAddress?: string | undefined;
  /** For a host that ends what a request has begun with its answer. */
  readonly waitUntil?: WaitUntil | undefined;
}
