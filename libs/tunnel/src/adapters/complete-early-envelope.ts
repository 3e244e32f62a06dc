import type { TunnelRequest } from '../request/tunnel-request.ts';

const encoder = new TextEncoder();

const ITEM_HEADER = '{"type":"event"}';

/** The start of an early envelope, as `@adit/monitoring-client` writes it, up to the event's first field. */
export const EARLY_START = `{"dsn":"adit"}\n${ITEM_HEADER}\n{`;

/**
 * Returns a function that adds the DSN and the environment of the server to an envelope of a page without settings. It
 * passes on any other request unchanged.
 * @param dsn without it, no envelope is completed
 * @param environment default none: ingest then records `production`
 */
export function createCompletion(
  dsn: string | undefined,
  environment: string | undefined,
): (request: TunnelRequest) => TunnelRequest {
  const early = encoder.encode(EARLY_START);
  const first = environment === undefined ? '' : `"environment":${JSON.stringify(environment)},`;
  const completed = encoder.encode(`${JSON.stringify({ dsn })}\n${ITEM_HEADER}\n{${first}`);
  return (request) => {
    const { body, header } = request;
    // Envelopes of the SDK have a query, and compressed envelopes are not early ones.
    if (dsn === undefined || body === null || /\?./.test(request.target) || header('content-encoding'))
      return request;
    return {
      ...request,
      body: { [Symbol.asyncIterator]: () => replaceStart(body, early, completed) },
      // The length changes.
      header: (name) => (name === 'content-length' ? undefined : header(name)),
    };
  };
}

/** Yields the chunks with `from` at the start replaced by `to`; unchanged if they start with something else. */
async function* replaceStart(
  chunks: AsyncIterable<Uint8Array>,
  from: Uint8Array,
  to: Uint8Array,
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = join(start, chunk);
    if (start.length < from.length) continue;
    if (startsWith(start, from)) yield join(to, start.subarray(from.length));
    else yield start;
    start = undefined;
  }
  if (start?.length) yield start;
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  start.every((byte, index) => bytes[index] === byte);
