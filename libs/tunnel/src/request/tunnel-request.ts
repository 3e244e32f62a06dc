/** A request body with only the transfer coding removed. It is read once. */
export interface RequestBody extends AsyncIterable<Uint8Array> {
  /**
   * Reads the whole body in one piece. It is called instead of iterating if the announced length is small. Rejects if
   * the client closes the connection before the end. Hosts may omit it.
   */
  readonly readWhole?: () => Promise<Uint8Array>;
}

/** Keeps the host running until the promise settles, also after the answer. */
export type WaitUntil = (work: Promise<unknown>) => unknown;

/** A request, as an adapter passes it to the tunnel. */
export interface TunnelRequest {
  readonly method: string;
  /** The request target: path and query, or a whole URL, of which only these two are used. */
  readonly target: string;
  /** Reads a header by its lower-case name, repeated lines joined with `, `. */
  readonly header: (name: string) => string | undefined;
  /** The body. Iterating it fails if the client closes the connection before the end. */
  readonly body: RequestBody | null;
  /** Whether the body was read before. Default false. */
  readonly bodyUsed?: boolean;
  /** The address at the other end of the connection; `undefined` if unknown. */
  readonly peerAddress?: string | undefined;
  /** For a host that stops the work of a request after its answer. */
  readonly waitUntil?: WaitUntil | undefined;
}
