/** As much of a streamed envelope is gathered to be written with others, in bytes; the tunnel gathers as much. */
const MAX_GATHERED_BYTES = 65_536;

/**
 * Makes one piece of a body, unless it is too large: then a stream of all of it, from the start.
 * @throws what the body fails with
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
