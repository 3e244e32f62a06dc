import { NO_BYTES } from '../protocol/bytes.ts';
import type { RequestBody } from '../request/tunnel-request.ts';
import { ABORTED, refusal, type RequestFailure } from '../outcome/outcomes.ts';
import type { Clock } from '../clock/clock.ts';
import { createStallTimer } from '../clock/stall-timer.ts';

/** Why a body gives no more bytes. */
export type BodyEnd = 'complete' | 'too-large' | 'length-mismatch' | 'timed-out' | 'aborted';

/** The envelope on its way in, read once. */
export interface EnvelopeBody {
  /** The next bytes, never empty; `undefined` once the body has ended. Never rejects. */
  readonly read: () => Promise<Uint8Array | undefined>;
  /** `undefined` while there may be more. */
  readonly end: () => BodyEnd | undefined;
  /** What `content-length` announced. */
  readonly declaredBytes: number | undefined;
  readonly receivedBytes: () => number;
  /** Lets go of the source without reading on. */
  readonly release: () => void;
}

/** Where the bytes come from, how many may come, and how fast they must. */
export interface EnvelopeBodyOptions {
  readonly source: RequestBody | null;
  readonly declaredBytes: number | undefined;
  readonly maxBytes: number;
  /** How long the client may be waited for in all, before its bytes have earned it more; in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** What a byte earns its client in waiting time: it must keep up 1 KiB a second in the long run. */
const EARNED_MS_PER_BYTE = 1_000 / 1_024;

/** Bodies announced to be no larger are read in one piece, where the host can. */
export const WHOLE_BODY_BYTES = 65_536;

const NO_MORE = Promise.resolve(undefined);

type Step = IteratorResult<Uint8Array, unknown> | undefined;

/**
 * Counts the bytes of a body, cuts it off at its limit, holds it to the length it announced, and gives up on a client
 * that keeps it waiting: the time spent on ingest's side is not the client's.
 */
export function createEnvelopeBody({
  source,
  declaredBytes,
  maxBytes,
  timeoutMs,
  clock,
}: EnvelopeBodyOptions): EnvelopeBody {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let end: BodyEnd | undefined = declaredBytes === 0 ? 'complete' : undefined;
  let receivedBytes = 0;
  let waitedMs = 0;

  let stopWaiting: (() => void) | undefined;
  const watch = createStallTimer(clock, timeoutMs, () => {
    end = 'timed-out';
    release();
  });

  const release = (): void => {
    watch.dispose();
    stopWaiting?.();
    letGo(iterator);
  };

  const pull = (): Promise<Step> => {
    iterator ??= (source ?? NO_BYTES)[Symbol.asyncIterator]();
    return iterator.next();
  };

  const isSmall = declaredBytes !== undefined && declaredBytes <= WHOLE_BODY_BYTES;
  const readWhole = isSmall ? source?.readWhole : undefined;
  const next =
    readWhole === undefined
      ? pull
      : (): Promise<Step> => readWhole().then((value) => ({ done: false, value }));

  const accept = (chunk: Uint8Array): Uint8Array | undefined => {
    if (!ArrayBuffer.isView(chunk)) throw new TypeError('a chunk of the body is no bytes');
    receivedBytes += chunk.byteLength;
    if (receivedBytes > maxBytes) end = 'too-large';
    // Bytes past the announced length would be read as the next request where the length is passed on.
    else if (declaredBytes !== undefined && receivedBytes > declaredBytes) end = 'length-mismatch';
    // Complete before the source says so: whatever becomes of the connection now, the envelope is ours to deliver.
    else if (receivedBytes === declaredBytes) end = 'complete';
    // What was read in one piece has no more to it.
    else if (readWhole !== undefined) end = 'length-mismatch';
    return end === undefined || end === 'complete' ? chunk : undefined;
  };

  /** What a step brings; `undefined` for one that failed, or was not taken in time. */
  const take = (step: Step): Uint8Array | undefined => {
    if (step == null) end ??= 'aborted';
    else if (step.done === true) end = declaredBytes === undefined ? 'complete' : 'length-mismatch';
    else return accept(step.value);
    return undefined;
  };

  const pullInTime = (): Promise<Uint8Array | undefined> =>
    new Promise((resolve) => {
      const startedAt = clock.monotonicNow();
      watch.run(timeoutMs + receivedBytes * EARNED_MS_PER_BYTE - waitedMs);
      const settle = (step: Step): void => {
        try {
          resolve(receive(step));
        } catch {
          // What the host hands over may be anything.
          end = 'aborted';
          watch.dispose();
          resolve(undefined);
        }
      };
      const receive = (step: Step): Uint8Array | undefined | Promise<Uint8Array | undefined> => {
        stopWaiting = undefined;
        watch.pause();
        waitedMs += clock.monotonicNow() - startedAt;
        const isNothing = step?.done !== true && step?.value.byteLength === 0 && readWhole === undefined;
        const chunk = isNothing ? undefined : take(step);
        if (end !== undefined) watch.dispose();
        return isNothing ? read() : chunk;
      };
      const fail = (): void => {
        settle(undefined);
      };
      stopWaiting = fail;
      try {
        next().then(settle, fail);
      } catch {
        fail();
      }
    });

  const read = (): Promise<Uint8Array | undefined> => (end === undefined ? pullInTime() : NO_MORE);

  return {
    read,
    end: () => end,
    declaredBytes,
    receivedBytes: () => receivedBytes,
    release,
  };
}

/** Lets go of a source, whatever it does. */
function letGo(iterator: AsyncIterator<Uint8Array> | undefined): void {
  try {
    Promise.resolve(iterator?.return?.()).catch(() => undefined);
  } catch {
    return;
  }
}

/** Why a body that ended early fails its request; `undefined` if it is complete or not at its end. */
export function bodyFailure({ end }: Pick<EnvelopeBody, 'end'>): RequestFailure | undefined {
  switch (end()) {
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
