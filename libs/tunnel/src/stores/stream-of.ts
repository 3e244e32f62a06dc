/** A body of these chunks. */
// eslint-disable-next-line @typescript-eslint/require-await -- a body is asynchronous, wherever it is kept
export async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
