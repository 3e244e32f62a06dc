import {
  createDecodingPause,
  createPieceList,
  DecodeError,
  type DecodedSink,
  type Decoders,
} from '@adit/envelope';

/** Decoding pauses once this many bytes are ready to be sent. */
const MAX_AHEAD_BYTES = 65_536;

/**
 * The decoded bytes of a body whose decoded size was checked before.
 * @throws DecodeError if it cannot be decoded; any other error if it cannot be read
 */
export async function* decodeAll(
  source: AsyncIterable<Uint8Array>,
  createDecoder: (sink: DecodedSink) => ReturnType<Decoders>,
): AsyncGenerator<Uint8Array> {
  const pause = createDecodingPause();
  const decoded = createPieceList();
  let aheadBytes = 0;
  const decoder = createDecoder((bytes) => {
    decoded.push(new Uint8Array(bytes));
    aheadBytes += bytes.byteLength;
    return aheadBytes < MAX_AHEAD_BYTES || pause.begin();
  });
  if (decoder === undefined) throw new DecodeError('This content coding cannot be read here.');
  /** Yields the decoded bytes until the decoder is done. */
  async function* during(work: Promise<void>): AsyncGenerator<Uint8Array> {
    for (;;) {
      const result = await pause.orResult(work);
      aheadBytes = 0;
      yield* decoded.take();
      if (result !== 'paused') return;
      pause.end(true);
    }
  }
  try {
    for await (const chunk of source) yield* during(decoder.push(chunk));
    yield* during(decoder.finish());
  } finally {
    pause.end(false);
    decoder.cancel();
  }
}
