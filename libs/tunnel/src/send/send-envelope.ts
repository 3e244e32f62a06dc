import {
  createStallTimer,
  ignoreRejection,
  isFieldValue,
  RESPONSE_HEADERS,
  safeContentType,
  type Clock,
  type StallTimer,
} from '@adit/envelope';
import type { Destination } from '../request/destinations.ts';
import type { IngestFields } from './ingest-fields.ts';
import type { IngestAnswer, IngestTransport } from './ingest-transport.ts';

/** The dependencies of sending. */
export interface SendHost {
  readonly transport: IngestTransport;
  readonly clock: Clock;
  /** The longest ingest may take to accept the next bytes, or to answer after the last, in milliseconds. */
  readonly timeoutMs: number;
}

/** An envelope to send. */
export interface OutgoingEnvelope {
  readonly destination: Destination;
  /** Header fields, including the destination's authentication. */
  readonly fields: IngestFields;
  /** The whole envelope, or its chunks. The timer runs while the tunnel waits for ingest. */
  readonly body: Uint8Array | ((timer: StallTimer) => AsyncIterable<Uint8Array>);
  readonly contentLength: number | undefined;
}

/** An answer of ingest that may be passed on. */
export interface UsableAnswer {
  readonly kind: 'answered';
  readonly status: number;
  /** The headers that are passed on. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The content codings that the body still has, though none was requested. */
  readonly encoding: string | undefined;
}

/** The result of sending an envelope once. */
export type SendResult =
  | UsableAnswer
  | {
      readonly kind: 'unreachable';
      readonly cause: unknown;
      /** Whether a connection was broken off, possibly because of the envelope. If not, there was no connection. */
      readonly isCut: boolean;
    }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'invalid-answer'; readonly detail: string };

/** The largest answer that is passed on. Answers of ingest have less than a kilobyte. */
export const MAX_ANSWER_BYTES = 1_048_576;

// Relay retries only after 502 to 504 (`upstream.rs`). Other backends answer 500 while their database is down, 507
// while their disk is full, and Cloudflare answers 520 to 530 while it cannot reach them.
const UNAVAILABLE_STATUSES: ReadonlySet<number> = new Set([
  500, 502, 503, 504, 507, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529, 530,
]);

/** Whether an answer means that ingest, or a proxy in front of it, cannot accept the envelope now. */
export function isUnavailable(status: number): boolean {
  return UNAVAILABLE_STATUSES.has(status);
}

/** The error codes of the system, undici and Bun for a connection that was broken off. */
const CUT_CODES: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ConnectionClosed',
]);

/** Whether a transport error, or the cause that `fetch` names, is a connection that was broken off. */
function isCutConnection(error: unknown): boolean {
  const hasCode = (value: unknown): boolean =>
    value instanceof Error && CUT_CODES.has((value as { readonly code?: unknown }).code);
  return hasCode(error) || (error instanceof Error && hasCode(error.cause));
}

const TIMED_OUT: SendResult = { kind: 'timed-out' };

/** Sends an envelope to ingest once and waits for the answer. Never rejects. */
export function sendEnvelope(
  { transport, clock, timeoutMs }: SendHost,
  { destination, fields, body, contentLength }: OutgoingEnvelope,
): Promise<SendResult> {
  return new Promise((resolve) => {
    let abort: (() => void) | undefined;
    // A transport may request the first chunk before it has a connection, but the second only after ingest accepted the
    // first.
    let hasBegun = false;
    const finish = (result: SendResult): void => {
      watch.dispose();
      // An answer may arrive before the last chunk is sent; nothing more must be sent then.
      if (result.kind !== 'answered' || typeof body === 'function') cut();
      resolve(result);
    };
    const cut = (): void => {
      try {
        ignoreRejection(abort?.());
      } catch {
        // The outcome stands, whatever the state of the connection.
      }
    };
    const watch = createStallTimer(clock, timeoutMs, () => {
      finish(TIMED_OUT);
    });
    // Before the transport requests chunks: that may stop the watch.
    watch.run();
    try {
      const exchange = transport.send({
        endpoint: destination.endpoint,
        headers: fields,
        body: body instanceof Uint8Array ? body : noticeSecond(body(watch), () => (hasBegun = true)),
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
          finish({ kind: 'unreachable', cause, isCut: isCutConnection(cause) || hasBegun });
        },
      );
    } catch (cause) {
      finish({ kind: 'unreachable', cause, isCut: false });
    }
  });
}

/** Calls back when the second chunk is requested. */
function noticeSecond(
  source: AsyncIterable<Uint8Array>,
  onSecond: () => void,
): AsyncIterableIterator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  let asked = 0;
  const noticing: AsyncIterableIterator<Uint8Array> = {
    next: () => {
      asked += 1;
      if (asked === 2) onSecond();
      return chunks.next();
    },
    return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => noticing,
  };
  return noticing;
}

/** A transport may return any value. */
function readSafely(answer: IngestAnswer): SendResult {
  try {
    return readAnswer(answer);
  } catch (cause) {
    // The answer of ingest is unknown.
    return { kind: 'unreachable', cause, isCut: true };
  }
}

function readAnswer({ status, header, body }: IngestAnswer): SendResult {
  if (typeof status !== 'number') throw new TypeError('the status of an answer is not a number');
  // A redirect could lead anywhere if followed; if passed on, it would send the browser there.
  if (status >= 300 && status < 400) return invalid('ingest answered with a redirect');
  // A browser-like fetch shows a redirect that it did not follow as status 0.
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
