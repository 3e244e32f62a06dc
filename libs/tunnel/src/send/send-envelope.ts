import { isFieldValue, RESPONSE_HEADERS, safeContentType } from '../protocol/headers.ts';
import { ignoreRejection } from '../thenable.ts';
import type { Destination } from '../request/destinations.ts';
import type { IngestFields } from './ingest-fields.ts';
import type { IngestAnswer, IngestTransport } from './ingest-transport.ts';
import type { Clock } from '../clock/clock.ts';
import { createStallTimer, type StallTimer } from '../clock/stall-timer.ts';

/** What sending needs from its host. */
export interface SendHost {
  readonly transport: IngestTransport;
  readonly clock: Clock;
  /** The longest ingest may take to accept the next bytes, or to answer after the last, in milliseconds. */
  readonly timeoutMs: number;
}

/** An envelope to send. */
export interface OutgoingEnvelope {
  readonly destination: Destination;
  /** With the destination's authentication. */
  readonly fields: IngestFields;
  /** The whole envelope, or its chunks. The timer runs while the tunnel waits for ingest. */
  readonly body: Uint8Array | ((timer: StallTimer) => AsyncIterable<Uint8Array>);
  readonly contentLength: number | undefined;
}

/** An answer of ingest that may be passed on. */
export interface UsableAnswer {
  readonly kind: 'answered';
  readonly status: number;
  /** Those that cross. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The content codings that are still on the body, though none was asked for. */
  readonly encoding: string | undefined;
}

/** The result of sending an envelope once. */
export type SendResult =
  | UsableAnswer
  | { readonly kind: 'unreachable'; readonly cause: unknown }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'invalid-answer'; readonly detail: string };

/** The largest answer that crosses. Ingest's own have less than a kilobyte. */
export const MAX_ANSWER_BYTES = 1_048_576;

/** Relay's "network error": only these answers are worth another try (`upstream.rs`). */
const UNAVAILABLE_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether ingest, or what stands before it, is away for the moment. */
export function isUnavailable(status: number): boolean {
  return UNAVAILABLE_STATUSES.has(status);
}

const TIMED_OUT: SendResult = { kind: 'timed-out' };

/** Sends an envelope to ingest once and waits for the answer. Never rejects. */
export function sendEnvelope(
  { transport, clock, timeoutMs }: SendHost,
  { destination, fields, body, contentLength }: OutgoingEnvelope,
): Promise<SendResult> {
  return new Promise((resolve) => {
    let abort: (() => void) | undefined;
    const finish = (result: SendResult): void => {
      watch.dispose();
      // An answer may come before the last chunk has gone; nothing more is to be sent then.
      if (result.kind !== 'answered' || typeof body === 'function') cut();
      resolve(result);
    };
    const cut = (): void => {
      try {
        ignoreRejection(abort?.());
      } catch {
        // The outcome stands, whatever is left of the connection.
      }
    };
    const watch = createStallTimer(clock, timeoutMs, () => {
      finish(TIMED_OUT);
    });
    // Before the transport asks for chunks: that may make it somebody else's turn.
    watch.run();
    try {
      const exchange = transport.send({
        endpoint: destination.endpoint,
        headers: fields,
        body: body instanceof Uint8Array ? body : body(watch),
        contentLength,
        maxAnswerBytes: MAX_ANSWER_BYTES,
      });
      ignoreRejection(exchange);
      abort = exchange.abort;
      exchange.answer.then(
        (answer) => {
          finish(readSafely(answer));
        },
        (cause: unknown) => {
          finish({ kind: 'unreachable', cause });
        },
      );
    } catch (cause) {
      finish({ kind: 'unreachable', cause });
    }
  });
}

/** What a transport hands over may be anything. */
function readSafely(answer: IngestAnswer): SendResult {
  try {
    return readAnswer(answer);
  } catch (cause) {
    // The answer of ingest is unknown.
    return { kind: 'unreachable', cause };
  }
}

function readAnswer({ status, header, body }: IngestAnswer): SendResult {
  if (typeof status !== 'number') throw new TypeError('the status of an answer is not a number');
  // A followed redirect could lead anywhere; a passed-on one would send the browser there.
  if (status >= 300 && status < 400) return invalid('ingest answered with a redirect');
  // A browser-like fetch shows a redirect it did not follow as status 0.
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    return invalid('ingest answered with an invalid status');
  }
  if (body === undefined) return invalid('the answer of ingest exceeds 1 MiB');
  if (!ArrayBuffer.isView(body)) throw new TypeError('the body of an answer is not a Uint8Array');
  const headers = crossingHeaders(header);
  if (body.byteLength > 0) headers['content-type'] = safeContentType(headers['content-type']);
  return { kind: 'answered', status, headers, body, encoding: header('content-encoding') };
}

function invalid(detail: string): SendResult {
  return { kind: 'invalid-answer', detail };
}

function crossingHeaders(header: IngestAnswer['header']): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of RESPONSE_HEADERS) {
    const value = header(name);
    if (value !== undefined && isFieldValue(value)) headers[name] = value;
  }
  return headers;
}
