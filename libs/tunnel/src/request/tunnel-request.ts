/** A request body, with only the transfer coding taken off. It is read once. */
export interface RequestBody extends AsyncIterable<Uint8Array> {
  /**
   * Reads all of it in one piece; asked for instead of the chunks where the announced length is small. Rejects like
   * they do when the client goes away before its end. Hosts where this saves nothing leave it out.
   */
  readonly readWhole?: () => Promise<Uint8Array>;
}

/** A request, as an adapter hands it over. */
export interface TunnelRequest {
  readonly method: string;
  /** The request target: path and query, or a whole URL, of which only these two count. */
  readonly target: string;
  /** Reads a header by its lower-case name, repeated lines joined with `, `. */
  readonly header: (name: string) => string | undefined;
  /** Its chunks fail when the client goes away before its end. */
  readonly body: RequestBody | null;
  /** Whether somebody has read from the body already. Default false. */
  readonly bodyUsed?: boolean;
  /** The address at the other end of the connection, where the host knows it. */
  readonly peerAddress?: string | undefined;
}
