import { asBufferSource, concatBytes, createPieceList, NO_BYTES } from './protocol/bytes.ts';
import { readStream } from './read-stream.ts';
import type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from './send/ingest-transport.ts';

/** What {@link createFetchTransport} needs. */
export interface FetchTransportOptions {
  /** Default: the runtime's own, looked up at each request. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Sends envelopes with `fetch`, on any runtime that can stream a request body. */
export function createFetchTransport({
  fetch: send = (url, init) => fetch(url, init),
}: FetchTransportOptions = {}): IngestTransport {
  return {
    send: ({ endpoint, headers, body, maxAnswerBytes }): IngestExchange => {
      const controller = new AbortController();
      const init: RequestInit & { duplex?: 'half' } = {
        method: 'POST',
        // Without a user agent of the client's there shall be none: a runtime would put its own in its place.
        headers: { 'user-agent': '', ...headers },
        redirect: 'manual',
        signal: controller.signal,
        ...bodyInit(body),
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

// The framing is fetch's own: a length for bytes, chunks for a stream.
function bodyInit(body: IngestRequest['body']): { body: BodyInit; duplex?: 'half' } {
  return body instanceof Uint8Array
    ? { body: asBufferSource(body) }
    : { body: toStream(body), duplex: 'half' };
}

function toStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const step = await iterator.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value);
      },
    },
    // Nothing is read ahead: a chunk is asked for when the connection wants one.
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

const GZIP_MAGIC = [0x1f, 0x8b];
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * Whether a content coding is still on a body. `fetch` takes off the codings it knows, gzip, deflate and br everywhere,
 * and leaves the field as it was; no answer of text begins as the others do.
 */
function isEncoded(body: Uint8Array | undefined): boolean {
  return [GZIP_MAGIC, ZSTD_MAGIC].some((magic) => magic.every((byte, index) => body?.[index] === byte));
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
