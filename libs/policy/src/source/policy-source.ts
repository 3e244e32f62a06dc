/** The largest document, in bytes of UTF-8. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

/** The largest signature as it is stored, in bytes: 88 characters of base64, and room for white space. */
export const MAX_SIGNATURE_BYTES = 1_024;

/** The content of a source at one moment. */
export type Look =
  | {
      readonly kind: 'text';
      readonly bytes: Uint8Array;
      /** Base64; missing if there is none, or none was asked for. */
      readonly signature?: string;
      /** Handed to the next look, so that the source can answer `same`. */
      readonly mark?: string;
    }
  /** As it was when the mark was given. */
  | { readonly kind: 'same' }
  | { readonly kind: 'missing' };

/** The circumstances of a look. */
export interface LookOptions {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The mark of the last text, unless it has to be read again. */
  readonly mark: string | undefined;
  /** Whether to fetch the signature. */
  readonly isSigned: boolean;
}

/** A place where a document can be. */
export interface PolicySource {
  /** The longest pause between two looks while it does not answer, in milliseconds. */
  readonly longestPauseMs: number;
  /**
   * Reads the document.
   * @throws RefusedError if there is one that cannot be used; any other error if the source cannot be reached
   */
  readonly look: (options: LookOptions) => Promise<Look>;
  /** Calls back when the document may have changed, if the host can tell. Returns a function that ends it. */
  readonly watch?: (onHint: () => void) => Promise<() => void>;
}

/** The source answered, and its document cannot be used. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The error for a document that is too large. */
export function tooLarge(): RefusedError {
  return new RefusedError(`the document is larger than ${MAX_DOCUMENT_BYTES} bytes`);
}

/** Reads chunks to the end. Stops, and returns `undefined`, once there are more than `maxBytes`. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const taken: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    taken.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of taken) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** A signature as text. One that is too large cannot be right: it is as good as an empty one. */
export function signatureText(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
}
