/** A body of one chunk. */
// eslint-disable-next-line @typescript-eslint/require-await -- a body is asynchronous, wherever it comes from
export async function* oneChunk(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
