import { concatBytes } from '../protocol/bytes.ts';
import { isFieldValue, RESPONSE_HEADERS } from '../protocol/headers.ts';
import { settle, type Delivery, type TunnelResponse } from './answer.ts';
import type { Destination } from './destinations.ts';
import { stopOf, type EnvelopeBody } from './envelope-body.ts';
import type { IngestFields } from './ingest-fields.ts';
import type { IngestAnswer, IngestExchange, IngestTransport } from './ingest-transport.ts';
import { createWatch, type Clock, type Watch } from './watch.ts';

/** What forwarding needs from its host. */
export interface ForwardHost {
  readonly transport: IngestTransport;
  readonly clock: Clock;
  /** The longest ingest may take to accept the next bytes, or to answer after the last, in milliseconds. */
  readonly timeoutMs: number;
}

/** An admitted envelope. */
export interface AdmittedEnvelope {
  readonly destination: Destination;
  readonly fields: IngestFields;
  /** What was read of the body so far. */
  readonly held: readonly Uint8Array[];
  readonly body: EnvelopeBody;
}

/** Envelopes up to this size are sent in one piece, and may then be sent again on a connection that was stale. */
const WHOLE_ENVELOPE_BYTES = 65_536;

/** The largest answer that crosses. Ingest's own have less than a kilobyte. */
const MAX_ANSWER_BYTES = 1_048_576;

/** Sends an envelope to ingest as it was received and waits for the answer. Never rejects. */
export async function forward(host: ForwardHost, envelope: AdmittedEnvelope): Promise<Delivery> {
  const { body } = envelope;
  const held = await gather(envelope.held, body);
  const stop = stopOf(body);
  if (stop !== undefined) return settle(stop);

  const startedAt = host.clock.now();
  const attempt = await exchangeWithIngest(host, envelope, held);
  const durationMs = host.clock.now() - startedAt;

  // What went wrong with the client's half explains what then went wrong with ingest's.
  const interruption = stopOf(body);
  if (interruption !== undefined) return settle(interruption);
  if ('failure' in attempt)
    return settle({ ...UNDELIVERED[attempt.failure], ...causeOf(attempt), durationMs });
  const { status } = attempt;
  return { outcome: { kind: 'forwarded', status, bytes: body.receivedBytes, durationMs }, answer: attempt };
}

type Attempt =
  | TunnelResponse
  | { readonly failure: 'unreachable'; readonly cause: unknown }
  | { readonly failure: 'timed-out' | 'redirect' | 'invalid-status' | 'answer-too-large' };

const TIMED_OUT: Attempt = { failure: 'timed-out' };

const UNDELIVERED = {
  unreachable: { kind: 'unreachable', status: 502, detail: 'ingest cannot be reached' },
  'timed-out': { kind: 'timed-out', status: 504, detail: 'ingest did not answer in time' },
  redirect: { kind: 'invalid-answer', status: 502, detail: 'ingest answered with a redirect' },
  'invalid-status': { kind: 'invalid-answer', status: 502, detail: 'ingest answered with an invalid status' },
  'answer-too-large': { kind: 'invalid-answer', status: 502, detail: 'the answer of ingest exceeds 1 MiB' },
} as const;

function causeOf(attempt: Exclude<Attempt, TunnelResponse>): { cause?: unknown } {
  return attempt.failure === 'unreachable' ? { cause: attempt.cause } : {};
}

/** Reads on until the envelope is whole or too large to be held. */
async function gather(alreadyHeld: readonly Uint8Array[], body: EnvelopeBody): Promise<Uint8Array[]> {
  const held = [...alreadyHeld];
  while (body.end === undefined && body.receivedBytes < WHOLE_ENVELOPE_BYTES) {
    const chunk = await body.read();
    if (chunk !== undefined) held.push(chunk);
  }
  return held;
}

async function exchangeWithIngest(
  { transport, clock, timeoutMs }: ForwardHost,
  { destination, fields, body }: AdmittedEnvelope,
  held: readonly Uint8Array[],
): Promise<Attempt> {
  const watch = createWatch(clock, timeoutMs);
  const isWhole = body.end === 'complete';
  let exchange: IngestExchange | undefined;
  let attempt: Attempt;
  try {
    exchange = transport.send({
      endpoint: destination.endpoint,
      headers: fields,
      body: isWhole ? concatBytes(held) : streamBody(held, body, watch),
      contentLength: isWhole ? body.receivedBytes : body.declaredBytes,
    });
    watch.run();
    attempt = await Promise.race([receiveAnswer(exchange), watch.expired.then(() => TIMED_OUT)]);
  } catch (cause) {
    attempt = { failure: 'unreachable', cause };
  }
  watch.dispose();
  const isThrough = 'status' in attempt && body.end === 'complete';
  if (!isThrough) exchange?.abort();
  return attempt;
}

async function* streamBody(
  held: readonly Uint8Array[],
  body: EnvelopeBody,
  watch: Watch,
): AsyncGenerator<Uint8Array> {
  for (const chunk of held) {
    watch.run();
    yield chunk;
  }
  for (;;) {
    watch.pause();
    const chunk = await body.read();
    watch.run();
    if (chunk === undefined) break;
    yield chunk;
  }
  if (body.end !== 'complete') throw new Error(`The envelope is incomplete: ${String(body.end)}.`);
}

async function receiveAnswer(exchange: IngestExchange): Promise<Attempt> {
  const answer = await exchange.answer;
  const { status } = answer;
  // A followed redirect could lead anywhere; a passed-on one would send the browser there.
  if (status >= 300 && status < 400) return { failure: 'redirect' };
  // A browser-like fetch shows a redirect it did not follow as status 0.
  if (!Number.isInteger(status) || status < 200 || status > 599) return { failure: 'invalid-status' };
  const body = await readBounded(answer.body);
  if (body === undefined) return { failure: 'answer-too-large' };
  return { status, headers: crossingHeaders(answer), body };
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return undefined;
    parts.push(part);
  }
  return concatBytes(parts);
}

function crossingHeaders({ header }: IngestAnswer): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of RESPONSE_HEADERS) {
    const value = header(name);
    if (value !== undefined && isFieldValue(value)) headers[name] = value;
  }
  return headers;
}
