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
        ...bodyInit(body, (reason) => {
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

// The framing is fetch's own: a length for bytes, chunks for a stream.
function bodyInit(
  body: IngestRequest['body'],
  abort: (reason: unknown) => void,
): { body: BodyInit; duplex?: 'half' } {
  return body instanceof Uint8Array
    ? { body: asBufferSource(body) }
    : { body: toStream(body, abort), duplex: 'half' };
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
          // To workerd, a body that fails has ended: ingest would take what was sent for the whole envelope.
          abort(error);
          throw error;
        }
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

/**
 * Whether a content coding is still on a body. No coding was asked for; some runtimes take off the one of an answer all
 * the same, and none changes the field. What ingest and proxies answer is text, which no coding leaves as valid UTF-8.
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
