/** A request, as an adapter hands it over. */
export interface TunnelRequest {
  readonly method: string;
  /** The request target: path and query, or a whole URL, of which only these two count. */
  readonly target: string;
  /** Reads a header by its lower-case name, repeated lines joined with `, `. */
  readonly header: (name: string) => string | undefined;
  /** The body with only the transfer coding taken off. It fails when the client goes away before its end. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Whether somebody has read from the body already. Default false. */
  readonly bodyUsed?: boolean;
  /** The address at the other end of the connection, where the host knows it. */
  readonly peerAddress?: string | undefined;
}
