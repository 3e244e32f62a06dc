import type { IngestEndpoint } from '@adit/envelope';

/** One envelope to send. */
export interface IngestRequest {
  readonly endpoint: IngestEndpoint;
  /** All header fields except `host` and the framing of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A small envelope in one piece, a large one chunk by chunk. Iterate once, and request a chunk only when the
   * connection has accepted the previous one. The iterator throws if the envelope is incomplete; then abort the request
   * instead of ending it.
   */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** The exact size of the body, in bytes; `undefined` if unknown. */
  readonly contentLength: number | undefined;
  /** The largest answer to accept, in bytes. Abort a longer one. */
  readonly maxAnswerBytes: number;
}

/** An answer of ingest. */
export interface IngestAnswer {
  readonly status: number;
  /**
   * Reads a header by its lower-case name, repeated lines joined with `, `. `content-encoding` names the codings that
   * `body` still has.
   */
  readonly header: (name: string) => string | undefined;
  /** `undefined` if it was longer than `maxAnswerBytes`. */
  readonly body: Uint8Array | undefined;
}

/** A request in flight. */
export interface IngestExchange {
  /** Resolves when the whole answer has arrived. Rejects if none will arrive, and after `abort`. */
  readonly answer: Promise<IngestAnswer>;
  /** Aborts the request and frees its connection. Later calls do nothing. */
  readonly abort: () => void;
}

/**
 * Sends envelopes to ingest. It must not follow redirects, retry after an answer, or use credentials or a proxy that
 * its options do not name.
 */
export interface IngestTransport {
  readonly send: (request: IngestRequest) => IngestExchange;
  /** Closes idle connections. */
  readonly close?: () => Promise<void>;
}
