/** The longest that a server may take for an answer, in milliseconds. */
export const ASK_MS = 10_000;
/** The longest answer that is read, in bytes. */
export const MAX_ANSWER_BYTES = 32 * 1_048_576;

/**
 * A `fetch` whose answers are whole, in time and within a bound. A longer answer is rejected.
 */
export function boundedFetch(ask: typeof fetch, maxBytes = MAX_ANSWER_BYTES): typeof fetch {
  return async (input, init) => {
    const response = await ask(input, { ...init, signal: AbortSignal.timeout(ASK_MS) });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new RangeError(`the answer has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    const hasBody = ![204, 205, 304].includes(response.status);
    return new Response(hasBody ? Buffer.concat(chunks) : null, { status: response.status });
  };
}
