import type { EncodedCoding } from '../protocol/content-encoding.ts';

/**
 * Is handed what was decoded, piece by piece and in order, and answers whether it wants more. A promise is to be waited
 * for before more is decoded. The bytes are lent for the call only. It neither throws nor rejects.
 */
export type DecodedSink = (bytes: Uint8Array) => boolean | Promise<boolean>;

/**
 * Takes a content coding off, at its sink's pace: what is decoded goes to the sink at once and is kept nowhere, so that
 * a small body that decodes to a huge one stays small here. Its calls are made one after the other.
 */
export interface Decoder {
  /**
   * Decodes the next bytes of the body. Resolves when more may be pushed, or when the sink wants no more.
   * @throws DecodeError when the bytes do not decode, or go on after the end of the coding
   */
  readonly push: (chunk: Uint8Array) => Promise<void>;
  /**
   * Says that the body is complete. Resolves when the sink has got everything, or wants no more.
   * @throws DecodeError when the coding is not at its end
   */
  readonly finish: () => Promise<void>;
  /** Gives up and frees what decoding holds. The sink gets nothing any more, and calls under way resolve. */
  readonly cancel: () => void;
}

/** Creates a decoder of a coding that hands to `sink`; `undefined` for a coding that cannot be read here. */
export type Decoders = (coding: EncodedCoding, sink: DecodedSink) => Decoder | undefined;

/** The body is not what its content coding says. The message is for a person; it holds nothing of the body. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
