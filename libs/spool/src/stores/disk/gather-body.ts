/** The largest streamed envelope that is gathered in memory and written with others, in bytes. */
const MAX_GATHERED_BYTES = 65_536;

/**
 * Joins a body to one piece. A body that is too large is returned as a stream from its first byte.
 * @throws the body's own error
 */
export async function gatherBody(
  body: AsyncIterable<Uint8Array>,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const iterator = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= MAX_GATHERED_BYTES) {
    const next = await iterator.next();
    if (next.done === true) return Buffer.concat(chunks);
    chunks.push(next.value);
    bytes += next.value.length;
  }
  return chain(chunks, iterator);
}

async function* chain(
  chunks: Uint8Array[],
  iterator: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // If the spool stops early, for example because it is full, the source is stopped too.
    await iterator.return?.();
  }
}
