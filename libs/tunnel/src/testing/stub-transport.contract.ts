import { deferred, type Deferred } from '@adit/testing';
import type { IngestAnswer, IngestRequest, IngestTransport } from '../index.ts';

/** A transport that sends nothing: the test is ingest. */
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

/** Creates a {@link StubTransport} whose exchanges wait for the test. */
export function createStubTransport(): StubTransport {
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
        answer: exchange.answer.promise,
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
  return { status, header: (name) => headers[name], body: chunksOf(Buffer.from(body)) };
}

/** The chunks, as a body. */
export async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
