/** An envelope of this process, as its SDK sends it. */
export interface OwnEnvelope {
  readonly bytes: Uint8Array;
  /** The address to which the SDK would send it. It names the project and the key; its host does not count. */
  readonly url: string;
  /** The SDK's `User-Agent` for ingest. Default none. */
  readonly userAgent?: string | undefined;
  /**
   * Sends an envelope without the tunnel. Called if it would be lost otherwise: with what rules have left of it if the tunnel can
   * neither send nor store it, or with all of it if the tunnel is closed. Default: it is lost.
   */
  readonly sendDirectly?: ((bytes: Uint8Array) => PromiseLike<DirectAnswer>) | undefined;
}

/** An answer of ingest to an envelope that the SDK has sent itself. */
export interface DirectAnswer {
  readonly statusCode?: number | undefined;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
}
