import type { TunnelRequest } from '../request/tunnel-request.ts';

const encoder = new TextEncoder();

/** The item headers of early envelopes, each with the start of its item, into which the environment is written. */
const ITEM_STARTS = ['{"type":"event"}\n{', '{"type":"session"}\n{"attrs":{'] as const;

/** The starts of early envelopes, as `@adit/monitoring-client` writes them: of an event, and of a session. */
export const EARLY_STARTS = ITEM_STARTS.map((item) => `{"dsn":"adit"}\n${item}`);

/** The start of an envelope, and the text that replaces it. */
interface Replacement {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

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
  const first = environment === undefined ? '' : `"environment":${JSON.stringify(environment)},`;
  const replacements = ITEM_STARTS.map((item, index) => ({
    from: encoder.encode(EARLY_STARTS[index]),
    to: encoder.encode(`${JSON.stringify({ dsn })}\n${item}${first}`),
  }));
  return (request) => {
    const { body, header } = request;
    if (dsn === undefined || body === null || !isEarly(request)) return request;
    return {
      ...request,
      body: { [Symbol.asyncIterator]: () => replaceStart(body, replacements) },
      // The length changes.
      header: (name) => (name === 'content-length' ? undefined : header(name)),
    };
  };
}

/** Envelopes of the SDK have a query, and compressed envelopes are not early ones. */
export const isEarly = ({ target, header }: TunnelRequest): boolean =>
  !/\?./.test(target) && !header('content-encoding');

/** Yields the chunks with the start replaced that one of the replacements begins with; else unchanged. */
async function* replaceStart(
  chunks: AsyncIterable<Uint8Array>,
  replacements: readonly Replacement[],
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    const read: Uint8Array = join(start, chunk);
    const possible = replacements.find(({ from }) => isPrefix(from, read));
    start = possible && read.length < possible.from.length ? read : undefined;
    if (start) continue;
    yield possible ? join(possible.to, read.subarray(possible.from.length)) : read;
  }
  if (start?.length) yield start;
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

/** Whether one begins with the other, as far as both go. */
const isPrefix = (one: Uint8Array, other: Uint8Array): boolean =>
  one.subarray(0, other.length).every((byte, index) => other[index] === byte);
