import type { EncodedCoding } from '../protocol/content-encoding.ts';

/**
 * Receives decoded bytes, piece by piece and in order. Returns whether to go on, or a promise that the decoder waits for
 * before it decodes more. The bytes are valid during the call only. It neither throws nor rejects.
 */
export type DecodedSink = (bytes: Uint8Array) => boolean | Promise<boolean>;

/**
 * Removes a content coding at the pace of its sink. Decoded bytes go to the sink at once and are not kept, so a small body
 * that decodes to a huge one needs little memory. Calls are made one after the other.
 */
export interface Decoder {
  /**
   * Decodes the next bytes of the body. Resolves when the next bytes may be pushed, or when the sink returned `false`.
   * @throws DecodeError if the bytes are invalid, or follow the end of the coding
   */
  readonly push: (chunk: Uint8Array) => Promise<void>;
  /**
   * Ends the body. Resolves when the sink has received everything, or returned `false`.
   * @throws DecodeError if the coding is not at its end
   */
  readonly finish: () => Promise<void>;
  /** Stops and frees the memory. The sink is not called again, and pending calls resolve. */
  readonly cancel: () => void;
}

/** Creates a decoder of a coding that writes to `sink`; `undefined` if the coding is not supported. */
export type Decoders = (coding: EncodedCoding, sink: DecodedSink) => Decoder | undefined;

/** The body does not match its content coding. The message holds nothing of the body. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
