import { deferred, type Deferred } from '@adit/testing';
import type { IngestAnswer, IngestRequest, IngestTransport } from '../src/index.ts';

/** A transport that sends nothing: the test plays ingest. */
export interface StubTransport extends IngestTransport {
  readonly sent: readonly StubExchange[];
  readonly isClosed: boolean;
}

/** One request that reached the stub. */
export interface StubExchange {
  readonly request: IngestRequest;
  readonly answer: Deferred<IngestAnswer>;
  readonly isAborted: boolean;
}

/**
 * Decides an answer when a request arrives; `undefined` leaves it to the test. A rejection means that ingest is
 * unreachable.
 */
export type StubAnswer = (request: IngestRequest) => Promise<IngestAnswer> | undefined;

/** Creates a {@link StubTransport} whose exchanges wait for the test, unless `respond` answers them. */
export function createStubTransport(respond: StubAnswer = () => undefined): StubTransport {
  const sent: { request: IngestRequest; answer: Deferred<IngestAnswer>; isAborted: boolean }[] = [];
  let isClosed = false;
  return {
    sent,
    get isClosed() {
      return isClosed;
    },
    send: (request) => {
      const exchange = { request, answer: deferred<IngestAnswer>(), isAborted: false };
      sent.push(exchange);
      return {
        answer: respond(request) ?? exchange.answer.promise,
        abort: () => {
          exchange.isAborted = true;
        },
      };
    },
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

/** An answer of ingest. */
export function answer({
  status = 200,
  headers = {},
  body = '{}',
}: { status?: number; headers?: Record<string, string>; body?: string } = {}): IngestAnswer {
  return { status, header: (name) => headers[name], body: Buffer.from(body) };
}

/** The chunks, as a body. */
export async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** The bytes in pieces of at most this size. */
export function splitBytes(bytes: Uint8Array, pieceBytes: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  return pieces;
}

/** The whole body, as ingest receives it. */
export async function readAll(body: Uint8Array | AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  if (body instanceof Uint8Array) chunks.push(body);
  else for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}
