import { asBufferSource, concatBytes, createPieceList, readStream } from '@adit/envelope';

/** Whether the runtime can compress. */
export function canGzip(): boolean {
  return typeof CompressionStream === 'function';
}

/** Compresses with gzip, at the speed of its reader. Fails if its source fails. */
export async function* gzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  let failure: { readonly error: unknown } | undefined;
  const writing = (async () => {
    try {
      for await (const chunk of source) await writer.write(asBufferSource(chunk));
      await writer.close();
    } catch (error) {
      failure = { error };
      await writer.abort(error).catch(() => undefined);
    }
  })();
  try {
    yield* readStream(readable);
    await writing;
  } catch (error) {
    throw failure === undefined ? error : failure.error;
  } finally {
    writer.abort().catch(() => undefined);
  }
}

/** All bytes of a source in one piece. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces = createPieceList();
  for await (const piece of source) pieces.push(piece);
  return concatBytes(pieces.take());
}
