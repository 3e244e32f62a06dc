import { createStallTimer, NO_BYTES, type Clock, type StallTimer } from '@adit/envelope';
import type { RequestBody } from '../request/tunnel-request.ts';
import { ABORTED, refusal, type RequestFailure } from '../outcome/outcomes.ts';
import { WholeBody } from './whole-body.ts';

/** The reason why a body is not read further. */
export type BodyEnd = 'complete' | 'too-large' | 'length-mismatch' | 'timed-out' | 'aborted';

/** The state of a request body, which is read once. Each step of reading is a function over it. */
export interface EnvelopeBody {
  /** The length that `content-length` announced, in bytes. */
  readonly declaredBytes: number | undefined;
  receivedBytes: number;
  /** `undefined` while there may be more to read. */
  end: BodyEnd | undefined;

  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Runs while the tunnel waits for the client. */
  readonly timer: StallTimer;
  /** How long the tunnel has waited for the client, in milliseconds. */
  waitedMs: number;
  /** Ends the current read, as failed. */
  stopWaiting: (() => void) | undefined;

  readonly source: RequestBody | null;
  /** Whether the body is read in one piece: it is small, and the host supports it. */
  readonly isOnePiece: boolean;
  iterator: AsyncIterator<Uint8Array> | undefined;
}

/** The source of the bytes, the size limit, and the required speed. */
export interface EnvelopeBodyOptions {
  readonly source: RequestBody | null;
  readonly declaredBytes: number | undefined;
  readonly maxBytes: number;
  /** The total time that the tunnel waits for the client, in milliseconds. Each byte received adds to it. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** The waiting time that each byte adds, in milliseconds: on average a client must send 1 KiB a second. */
const EARNED_MS_PER_BYTE = 1_000 / 1_024;

/** The largest announced length of a body that is read in one piece if the host supports it, in bytes. */
export const WHOLE_BODY_BYTES = 65_536;

const NO_MORE = Promise.resolve(undefined);

type Step = IteratorResult<Uint8Array, unknown> | undefined;

/**
 * Opens a body without reading it. Reading counts the bytes, stops at the limit, compares them with the announced
 * length, and gives up on a client that is too slow. Time spent waiting for ingest does not count against the client.
 */
export function openBody(options: EnvelopeBodyOptions): EnvelopeBody {
  const { source, maxBytes, timeoutMs, clock } = options;
  const declaredBytes = source instanceof WholeBody ? source.bytes.byteLength : options.declaredBytes;
  const isSmall = declaredBytes !== undefined && declaredBytes <= WHOLE_BODY_BYTES;
  const body: EnvelopeBody = {
    declaredBytes,
    receivedBytes: 0,
    end: declaredBytes === 0 ? 'complete' : undefined,
    maxBytes,
    timeoutMs,
    clock,
    timer: createStallTimer(clock, timeoutMs, () => {
      body.end = 'timed-out';
      releaseBody(body);
    }),
    waitedMs: 0,
    stopWaiting: undefined,
    source,
    isOnePiece: isSmall && source?.readWhole !== undefined,
    iterator: undefined,
  };
  return body;
}

/** Reads the next bytes, never empty; `undefined` once the body has ended. Never rejects. */
export function readBody(body: EnvelopeBody): Promise<Uint8Array | undefined> {
  const { source, end } = body;
  if (end !== undefined) return NO_MORE;
  return source instanceof WholeBody
    ? Promise.resolve(receive(body, { done: false, value: source.bytes }))
    : pullInTime(body);
}

/** Frees the source without reading on. */
export function releaseBody({ timer, stopWaiting, iterator }: EnvelopeBody): void {
  timer.dispose();
  stopWaiting?.();
  try {
    Promise.resolve(iterator?.return?.()).catch(() => undefined);
  } catch {
    return;
  }
}

function pullInTime(body: EnvelopeBody): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const { clock, timer } = body;
    const startedAt = clock.monotonicNow();
    timer.run(body.timeoutMs + body.receivedBytes * EARNED_MS_PER_BYTE - body.waitedMs);
    const settle = (step: Step): void => {
      body.stopWaiting = undefined;
      timer.pause();
      body.waitedMs += clock.monotonicNow() - startedAt;
      resolve(receive(body, step));
    };
    const fail = (): void => {
      settle(undefined);
    };
    body.stopWaiting = fail;
    try {
      const { source, isOnePiece } = body;
      if (isOnePiece && source?.readWhole !== undefined) {
        source.readWhole().then((value) => {
          settle({ done: false, value });
        }, fail);
      } else pull(body).then(settle, fail);
    } catch {
      fail();
    }
  });
}

function pull(body: EnvelopeBody): Promise<Step> {
  body.iterator ??= (body.source ?? NO_BYTES)[Symbol.asyncIterator]();
  return body.iterator.next();
}

/** The bytes of a step; `undefined` if it failed, was too late, or was not accepted. */
function receive(body: EnvelopeBody, step: Step): Uint8Array | undefined | Promise<Uint8Array | undefined> {
  try {
    if (isEmpty(body, step)) return readBody(body);
    const chunk = take(body, step);
    if (body.end !== undefined) body.timer.dispose();
    return chunk;
  } catch {
    // The host may pass any value.
    body.end = 'aborted';
    body.timer.dispose();
    return undefined;
  }
}

function isEmpty({ isOnePiece }: EnvelopeBody, step: Step): boolean {
  return step?.done !== true && step?.value.byteLength === 0 && !isOnePiece;
}

function take(body: EnvelopeBody, step: Step): Uint8Array | undefined {
  if (step == null) body.end ??= 'aborted';
  else if (step.done === true) body.end = body.declaredBytes === undefined ? 'complete' : 'length-mismatch';
  else return accept(body, step.value);
  return undefined;
}

function accept(body: EnvelopeBody, chunk: Uint8Array): Uint8Array | undefined {
  if (!ArrayBuffer.isView(chunk)) throw new TypeError('a chunk of the body is not a Uint8Array');
  const { declaredBytes } = body;
  body.receivedBytes += chunk.byteLength;
  if (body.receivedBytes > body.maxBytes) body.end = 'too-large';
  // If the length is passed on, ingest would read the excess bytes as the next request.
  else if (declaredBytes !== undefined && body.receivedBytes > declaredBytes) body.end = 'length-mismatch';
  // Complete before the source says so: if the connection fails now, the tunnel still delivers the envelope.
  else if (body.receivedBytes === declaredBytes) body.end = 'complete';
  // A body read in one piece has no more bytes.
  else if (body.isOnePiece) body.end = 'length-mismatch';
  return body.end === undefined || body.end === 'complete' ? chunk : undefined;
}

/** The failure of a request whose body ended early; `undefined` if it is complete or not at its end. */
export function bodyFailure({ end }: Pick<EnvelopeBody, 'end'>): RequestFailure | undefined {
  switch (end) {
    case 'aborted':
      return ABORTED;
    case 'too-large':
      return refusal('envelope-too-large');
    case 'length-mismatch':
      return refusal('length-mismatch');
    case 'timed-out':
      return refusal('body-timed-out');
    case 'complete':
    case undefined:
      return undefined;
  }
}
