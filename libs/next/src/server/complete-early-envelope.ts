import type { TunnelRequest } from '@adit/tunnel';
import { completedStart, EARLY_START } from '../early-envelope.ts';

const encoder = new TextEncoder();

/**
 * Returns a function that gives an envelope of a page without settings the DSN and the environment of the server. Any other
 * request is passed on as it is.
 */
export function createCompletion(
  dsn: string,
  environment: string,
  target: string,
): (request: TunnelRequest) => TunnelRequest {
  const early = encoder.encode(EARLY_START);
  const completed = encoder.encode(completedStart(dsn, environment));
  return (request) => {
    const { body, header } = request;
    // The SDK's envelopes have a query, and a compressed envelope is not one of ours.
    if (body === null || /\?./.test(request.target) || header('content-encoding')) return request;
    return {
      ...request,
      target,
      body: { [Symbol.asyncIterator]: () => replaceStart(body, early, completed) },
      // The length changes.
      header: (name) => (name === 'content-length' ? undefined : header(name)),
    };
  };
}

/** Yields the chunks with `from` at the start replaced by `to`; unchanged if they start otherwise. */
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
