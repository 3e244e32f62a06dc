import type { IngestEndpoint } from '../protocol/ingest-endpoint.ts';

/** One envelope to send. */
export interface IngestRequest {
  readonly endpoint: IngestEndpoint;
  /** All header fields except `host` and the framing of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A small envelope whole, a large one chunk by chunk. Iterate once, and ask for a chunk only when the connection has
   * accepted the one before. The iterator throws if the envelope is incomplete; then cut the request off, do not end it.
   */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** The exact size of the body, in bytes; `undefined` if unknown. */
  readonly contentLength: number | undefined;
  /** The largest answer to accept, in bytes. Cut a longer one off. */
  readonly maxAnswerBytes: number;
}

/** An answer of ingest. */
export interface IngestAnswer {
  readonly status: number;
  /**
   * Reads a header by its lower-case name, repeated lines joined with `, `. `content-encoding` names the codings that are
   * still on `body`.
   */
  readonly header: (name: string) => string | undefined;
  /** `undefined` if it was longer than `maxAnswerBytes`. */
  readonly body: Uint8Array | undefined;
}

/** A request under way. */
export interface IngestExchange {
  /** Resolves when the whole answer has arrived. Rejects if none will come, and after `abort`. */
  readonly answer: Promise<IngestAnswer>;
  /** Cuts the request off and frees its connection. Later calls do nothing. */
  readonly abort: () => void;
}

/**
 * Sends envelopes to ingest. It must not follow redirects, retry after an answer, or use the environment's proxy and
 * credential settings.
 */
export interface IngestTransport {
  readonly send: (request: IngestRequest) => IngestExchange;
  /** Closes idle connections. */
  readonly close?: () => Promise<void>;
}
