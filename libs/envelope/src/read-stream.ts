/**
 * Reads a stream chunk by chunk, on runtimes whose streams cannot be iterated too. Stopping early lets go of the stream
 * without cancelling it: on some servers a cancelled request body takes the response with it.
 * @param signal fails the reading when it aborts, for runtimes that do not fail the stream themselves
 */
export function readStream(
  stream: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      const reader = stream.getReader();
      const letGo = (): void => {
        signal?.removeEventListener('abort', letGo);
        reader.releaseLock();
      };
      if (signal?.aborted === true) letGo();
      else signal?.addEventListener('abort', letGo);
      return {
        next: () => reader.read(),
        return: () => {
          letGo();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}
