import { createPieceList, type PieceList, type StallTimer } from '@adit/envelope';
import type { EnvelopeRead } from '../envelope/incoming-envelope.ts';
import { isFailure, type RequestFailure } from '../outcome/outcomes.ts';
import { RETAINED_BEGINNING_BYTES, RETAINED_BYTES, type Retention } from './retention.ts';

/**
 * The state of a large envelope that is sent while it is read. The sent bytes are kept while they are few: if ingest
 * fails, the envelope can be stored from its first byte.
 */
export interface EnvelopeStream {
  /** The pieces that are read and not yet sent. */
  readonly queue: Uint8Array[];
  readonly read: () => Promise<EnvelopeRead>;
  /** How many pieces are held back until the next one is read. */
  readonly heldBack: number;
  /** The reason why the envelope ended early. */
  failure: RequestFailure | undefined;
  isComplete: boolean;
  /** The current read, shared by all readers. */
  reading: Promise<void> | undefined;
  /** The number of readers so far. Only the last one gets pieces. */
  readers: number;

  readonly retention: Retention | undefined;
  readonly maxRetainedBytes: number;
  /** The sent pieces; `undefined` if they are not kept. */
  retained: PieceList | undefined;
  retainedBytes: number;
}

/** The source of {@link openEnvelopeStream}, and how much of it is kept. */
export interface EnvelopeStreamOptions {
  /** The pieces read so far. Each is removed when it is sent. */
  readonly queue: Uint8Array[];
  /** Reads the next pieces. */
  readonly read: () => Promise<EnvelopeRead>;
  /** `undefined` without a spool. */
  readonly retention: Retention | undefined;
  /** Length of the whole envelope in bytes; `undefined` if unknown. */
  readonly contentLength: number | undefined;
}

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { done: true, value: undefined };

/** Opens the stream of an envelope without reading it. */
export function openEnvelopeStream(options: EnvelopeStreamOptions): EnvelopeStream {
  const { queue, read, retention, contentLength } = options;
  return {
    queue,
    read,
    // Ingest rejects an envelope that ends before its announced length. Without a length it cannot tell, so the last
    // piece is held back until the end has been read.
    heldBack: contentLength === undefined ? 1 : 0,
    failure: undefined,
    isComplete: false,
    reading: undefined,
    readers: 0,
    retention,
    maxRetainedBytes: maxRetainedBytes(contentLength),
    retained: retention && createPieceList(),
    retainedBytes: 0,
  };
}

/** The pieces for ingest. They fail if the envelope turns out to be invalid or incomplete. */
export function forwardStream(stream: EnvelopeStream, timer: StallTimer): AsyncIterableIterator<Uint8Array> {
  return createReader(stream, true, timer);
}

/** The whole envelope; `undefined` if its start is no longer kept. From then on earlier readers get nothing. */
export function readFromStart(stream: EnvelopeStream): AsyncIterable<Uint8Array> | undefined {
  if (stream.retained === undefined) return undefined;
  const beginning = stream.retained.take();
  const rest = createReader(stream, false);
  return (async function* () {
    yield* beginning;
    yield* rest;
  })();
}

/** Frees the memory of the sent pieces. */
export function releaseStream(stream: EnvelopeStream): void {
  stream.retention?.giveBack(stream.retainedBytes);
  stream.retained = undefined;
  stream.retainedBytes = 0;
}

/** Not a generator: a generator would create three times as many promises for each piece. */
function createReader(
  stream: EnvelopeStream,
  isRetaining: boolean,
  timer?: StallTimer,
): AsyncIterableIterator<Uint8Array> {
  const reader = (stream.readers += 1);
  const proceed = (): Step | Promise<Step> => {
    if (!stream.isComplete && stream.failure === undefined && stream.queue.length <= stream.heldBack) {
      timer?.pause();
      return readOn(stream).then(proceed);
    }
    const value = takePiece(stream, reader);
    timer?.run();
    if (value === undefined) return DONE;
    if (isRetaining) retain(stream, value);
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
}

function readOn(stream: EnvelopeStream): Promise<void> {
  return (stream.reading ??= stream.read().then((read) => {
    addRead(stream, read);
  }));
}

function addRead(stream: EnvelopeStream, read: EnvelopeRead): void {
  stream.reading = undefined;
  if (read === undefined) stream.isComplete = true;
  else if (isFailure(read)) stream.failure = read;
  else for (const piece of read) stream.queue.push(piece);
}

function takePiece({ failure, readers, queue }: EnvelopeStream, reader: number): Uint8Array | undefined {
  if (failure !== undefined) throw new Error(`The envelope is not complete: ${failure.detail}.`);
  // An end here would look like the end of the envelope.
  if (reader !== readers) throw new Error('Another reader has taken over.');
  return queue.shift();
}

function retain(stream: EnvelopeStream, piece: Uint8Array): void {
  const { retained, retention } = stream;
  if (retained === undefined) return;
  const isTooMuch = stream.retainedBytes + piece.byteLength > stream.maxRetainedBytes;
  if (isTooMuch || retention?.take(piece.byteLength) !== true) {
    releaseStream(stream);
    return;
  }
  retained.push(piece);
  stream.retainedBytes += piece.byteLength;
}

/** An envelope that is too large to be kept whole can be stored only if ingest fails on its first bytes. */
function maxRetainedBytes(contentLength = 0): number {
  return contentLength > RETAINED_BYTES ? RETAINED_BEGINNING_BYTES : RETAINED_BYTES;
}
