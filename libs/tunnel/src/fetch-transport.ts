import { asBufferSource, concatBytes, createPieceList, NO_BYTES, readStream } from '@adit/envelope';
import type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from './send/ingest-transport.ts';

/** Options of {@link createFetchTransport}. */
export interface FetchTransportOptions {
  /** Default: the runtime's own, looked up at each request. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Sends envelopes with `fetch`, on any runtime that can stream a request body. */
export function createFetchTransport({
  fetch: send = (url, init) => fetch(url, init),
}: FetchTransportOptions = {}): IngestTransport {
  return {
    send: ({ endpoint, headers, body, contentLength, maxAnswerBytes }): IngestExchange => {
      const controller = new AbortController();
      const init: RequestInit & { duplex?: 'half' } = {
        method: 'POST',
        // Empty without a user agent of the client: otherwise a runtime would send its own.
        headers: { 'user-agent': '', ...headers, ...lengthOf(body, contentLength) },
        redirect: 'manual',
        signal: controller.signal,
        ...bodyInit(body, contentLength, (reason) => {
          controller.abort(reason);
        }),
      };
      return {
        answer: send(endpoint.href, init).then((response) => toAnswer(response, maxAnswerBytes)),
        abort: () => {
          controller.abort();
        },
      };
    },
  };
}

/** A stream class of workerd: its bodies are sent with a length instead of in chunks. */
const { FixedLengthStream } = globalThis as {
  FixedLengthStream?: new (bytes: number) => TransformStream<Uint8Array, Uint8Array>;
};

/**
 * The header for a stream of known length: servers behind WSGI read a chunked body as empty. Node and Bun send the
 * field as given, workerd writes its own, and Deno still sends chunks.
 */
const lengthOf = (body: IngestRequest['body'], bytes: number | undefined): Record<string, string> =>
  body instanceof Uint8Array || bytes === undefined || FixedLengthStream
    ? {}
    : { 'content-length': String(bytes) };

// Fetch frames bytes itself. A stream without a known length is sent in chunks.
function bodyInit(
  body: IngestRequest['body'],
  bytes: number | undefined,
  abort: (reason: unknown) => void,
): { body: BodyInit; duplex?: 'half' } {
  if (body instanceof Uint8Array) return { body: asBufferSource(body) };
  const stream = toStream(body, abort);
  const isFixed = FixedLengthStream && bytes !== undefined;
  return { body: isFixed ? stream.pipeThrough(new FixedLengthStream(bytes)) : stream, duplex: 'half' };
}

function toStream(
  source: AsyncIterable<Uint8Array>,
  abort: (reason: unknown) => void,
): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const step = await iterator.next();
          if (step.done === true) controller.close();
          else controller.enqueue(step.value);
        } catch (error) {
          // In workerd, a failing body counts as ended: ingest would treat the bytes sent so far as the whole envelope.
          abort(error);
          throw error;
        }
      },
    },
    // Nothing is read ahead: a chunk is requested when the connection wants one.
    { highWaterMark: 0 },
  );
}

async function toAnswer(response: Response, maxBytes: number): Promise<IngestAnswer> {
  const body = await readBounded(response.body === null ? NO_BYTES : readStream(response.body), maxBytes);
  return {
    status: response.status,
    header: (name) =>
      name === 'content-encoding' && !isEncoded(body) ? undefined : (response.headers.get(name) ?? undefined),
    body,
  };
}

/**
 * Whether a body still has a content coding. None was requested, but some runtimes remove the coding of an answer
 * anyway, and none changes the field. Answers of ingest and proxies are text, and coded text is not valid UTF-8.
 */
function isEncoded(body: Uint8Array | undefined): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return false;
  } catch {
    return true;
  }
}

async function readBounded(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const parts = createPieceList();
  let bytes = 0;
  for await (const part of source) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return concatBytes(parts.take());
}
