import { createPieceList, type PieceList } from '../protocol/bytes.ts';
import type { EnvelopeRead } from '../envelope/read-envelope.ts';
import { isFailure, type RequestFailure } from '../outcome/outcomes.ts';
import { RETAINED_BEGINNING_BYTES, RETAINED_BYTES, type Retention } from './retention.ts';
import type { StallTimer } from '../clock/stall-timer.ts';

/** A large envelope that is sent while it is read. */
export interface EnvelopeStream {
  /** The chunks for ingest. They fail when the envelope turns out not to be one. */
  readonly forward: (watch: StallTimer) => AsyncIterableIterator<Uint8Array>;
  /** The whole envelope from its first byte; `undefined` if its start is no longer kept. Ends other readers. */
  readonly fromStart: () => AsyncIterable<Uint8Array> | undefined;
  /** Why the envelope ended early. */
  readonly failure: () => RequestFailure | undefined;
  /** Frees the kept memory. */
  readonly release: () => void;
}

/** How {@link createEnvelopeStream} reads and keeps an envelope. */
export interface EnvelopeStreamOptions {
  /** The pieces read already. Each is taken out when it is sent. */
  readonly queue: Uint8Array[];
  /** Reads the next pieces. */
  readonly read: () => Promise<EnvelopeRead>;
  /** `undefined` without a spool. */
  readonly retention: Retention | undefined;
  /** Length of the whole envelope in bytes, if it is known. */
  readonly contentLength: number | undefined;
}

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { done: true, value: undefined };

/**
 * Creates an {@link EnvelopeStream}. What was sent is kept as long as there is little of it: should ingest fail, the
 * envelope can be stored from its beginning. No generators, as each chunk would cost three times the promises.
 */
export function createEnvelopeStream({
  queue,
  read,
  retention,
  contentLength,
}: EnvelopeStreamOptions): EnvelopeStream {
  const mayRetainBytes = mayRetain(contentLength);
  // Ingest takes an envelope that ends before its announced length for broken, and the intake keeps back the last bytes of
  // one that is. Without a length the last bytes have to be kept back here, until the end is seen.
  const heldBack = contentLength === undefined ? 1 : 0;
  let failure: RequestFailure | undefined;
  let isComplete = false;
  let retained: PieceList | undefined = retention && createPieceList();
  let retainedBytes = 0;
  let reading: Promise<void> | undefined;
  let readers = 0;

  const letGo = (): void => {
    retention?.giveBack(retainedBytes);
    retained = undefined;
    retainedBytes = 0;
  };

  const retain = (chunk: Uint8Array): void => {
    if (retained === undefined) return;
    if (retainedBytes + chunk.byteLength > mayRetainBytes || retention?.take(chunk.byteLength) !== true) {
      letGo();
      return;
    }
    retained.push(chunk);
    retainedBytes += chunk.byteLength;
  };

  const take = (pieces: readonly Uint8Array[] | RequestFailure | undefined): void => {
    reading = undefined;
    if (pieces === undefined) isComplete = true;
    else if (isFailure(pieces)) failure = pieces;
    else for (const piece of pieces) queue.push(piece);
  };

  /** One read at a time, shared by all readers. */
  const readOn = (): Promise<void> => (reading ??= read().then(take));

  const createReader = (
    onChunk: (chunk: Uint8Array) => void,
    watch?: StallTimer,
  ): AsyncIterableIterator<Uint8Array> => {
    const reader = (readers += 1);
    const proceed = (): Step | Promise<Step> => {
      if (!isComplete && failure === undefined && queue.length <= heldBack) {
        watch?.pause();
        return readOn().then(proceed);
      }
      if (failure !== undefined) throw new Error(`The envelope is not complete: ${failure.detail}.`);
      watch?.run();
      // An end here would pass for that of the envelope.
      if (reader !== readers) throw new Error('Another reader has taken over.');
      const value = queue.shift();
      if (value === undefined) return DONE;
      onChunk(value);
      return { done: false, value };
    };
    const iterator: AsyncIterableIterator<Uint8Array> = {
      next: () =>
        new Promise((resolve) => {
          resolve(proceed());
        }),
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  };

  return {
    forward: (watch) => createReader(retain, watch),
    fromStart: () => {
      if (retained === undefined) return undefined;
      const beginning = retained.take();
      // From now on nothing goes to the one before, which may still be waiting for its next chunk.
      const rest = createReader(() => undefined);
      return (async function* () {
        yield* beginning;
        yield* rest;
      })();
    },
    failure: () => failure,
    release: letGo,
  };
}

/** One that is too large to be kept whole can only be stored if ingest fails on its first bytes. */
function mayRetain(contentLength = 0): number {
  return contentLength > RETAINED_BYTES ? RETAINED_BEGINNING_BYTES : RETAINED_BYTES;
}
