import type { IngestEndpoint } from '../protocol/ingest-endpoint.ts';

/** One envelope to send. */
export interface IngestRequest {
  readonly endpoint: IngestEndpoint;
  /** Complete but for `host` and the framing of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A small envelope whole, a large one chunk by chunk. The chunks may be asked for once, one at a time, each when the
   * one before has been accepted; their iterator throws when the envelope turns out incomplete, and the request must
   * then be cut off rather than ended.
   */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** The exact size of the body, where it is known. */
  readonly contentLength: number | undefined;
  /** The largest answer that is taken, in bytes; a longer one is cut off. */
  readonly maxAnswerBytes: number;
}

/** What ingest answered. */
export interface IngestAnswer {
  readonly status: number;
  /**
   * Reads a header by its lower-case name, repeated lines joined with `, `. `content-encoding` names the codings that are
   * still on `body`.
   */
  readonly header: (name: string) => string | undefined;
  /** `undefined` for one that was longer than it may be. */
  readonly body: Uint8Array | undefined;
}

/** A request under way. */
export interface IngestExchange {
  /** Resolves when the whole answer has arrived; rejects when there will be none, `abort` included. */
  readonly answer: Promise<IngestAnswer>;
  /** Cuts the request off and lets go of its connection; later calls do nothing. */
  readonly abort: () => void;
}

/**
 * Sends envelopes to ingest. It follows no redirects, retries no answer, and reads no proxy or credential settings of
 * its own accord.
 */
export interface IngestTransport {
  readonly send: (request: IngestRequest) => IngestExchange;
  /** Closes idle connections. */
  readonly close?: () => Promise<void>;
}
