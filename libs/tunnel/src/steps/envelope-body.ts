import { NO_BYTES } from '../protocol/bytes.ts';
import { ABORTED, refusal, type Stop } from './outcomes.ts';

/** An envelope whose first line is known. */
export interface ReadHeaderLine {
  /** The header line, decoded, without its newline. */
  readonly line: Uint8Array;
  /** What was read from the body to find it, as received. */
  readonly held: readonly Uint8Array[];
}

/** Why a body gives no more bytes. */
export type BodyEnd = 'complete' | 'too-large' | 'length-mismatch' | 'aborted';

/** The envelope on its way in, read once, chunk by chunk. */
export interface EnvelopeBody {
  /** The next bytes, never empty; `undefined` once the body has ended. Never rejects. */
  readonly read: () => Promise<Uint8Array | undefined>;
  /** `undefined` while there may be more. */
  readonly end: BodyEnd | undefined;
  /** What `content-length` announced. */
  readonly declaredBytes: number | undefined;
  readonly receivedBytes: number;
  /** Lets go of the source without reading on. */
  readonly release: () => void;
}

/** Where the bytes come from and how many may come. */
export interface EnvelopeBodyOptions {
  readonly source: AsyncIterable<Uint8Array> | null;
  readonly declaredBytes: number | undefined;
  readonly maxBytes: number;
}

/** Counts the bytes of a body, cuts it off at its limit and holds it to the length it announced. */
export function createEnvelopeBody({ source, declaredBytes, maxBytes }: EnvelopeBodyOptions): EnvelopeBody {
  const iterator = (source ?? NO_BYTES)[Symbol.asyncIterator]();
  let end: BodyEnd | undefined = declaredBytes === 0 ? 'complete' : undefined;
  let receivedBytes = 0;

  const pull = async (): Promise<IteratorResult<Uint8Array, unknown> | undefined> => {
    try {
      return await iterator.next();
    } catch {
      return undefined;
    }
  };

  const accept = (chunk: Uint8Array): Uint8Array | undefined => {
    receivedBytes += chunk.byteLength;
    if (receivedBytes > maxBytes) end = 'too-large';
    // Bytes past the announced length would be read as the next request where the length is passed on.
    else if (declaredBytes !== undefined && receivedBytes > declaredBytes) end = 'length-mismatch';
    // Complete before the source says so: whatever becomes of the connection now, the envelope is ours to deliver.
    else if (receivedBytes === declaredBytes) end = 'complete';
    return end === undefined || end === 'complete' ? chunk : undefined;
  };

  return {
    read: async () => {
      while (end === undefined) {
        const step = await pull();
        if (step === undefined) end = 'aborted';
        else if (step.done === true) end = declaredBytes === undefined ? 'complete' : 'length-mismatch';
        else if (step.value.byteLength > 0) return accept(step.value);
      }
      return undefined;
    },
    get end() {
      return end;
    },
    declaredBytes,
    get receivedBytes() {
      return receivedBytes;
    },
    release: () => {
      iterator.return?.().catch(() => undefined);
    },
  };
}

/** What a body that ended early means for the request; `undefined` for one that did not. */
export function stopOf({ end }: Pick<EnvelopeBody, 'end'>): Stop | undefined {
  switch (end) {
    case 'aborted':
      return ABORTED;
    case 'too-large':
      return refusal('envelope-too-large');
    case 'length-mismatch':
      return refusal('length-mismatch');
    case 'complete':
    case undefined:
      return undefined;
  }
}
