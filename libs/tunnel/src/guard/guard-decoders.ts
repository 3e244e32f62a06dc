import {
  createStallTimer,
  expectPromise,
  ignoreRejection,
  type Clock,
  type DecodedSink,
  type Decoder,
  type Decoders,
  type EncodedCoding,
  type StallTimer,
} from '@adit/envelope';
import { DeadlineError } from './deadline.ts';

/**
 * The longest time that decoding one piece of a body may take, in milliseconds; after it, the coding counts as broken.
 * It is long because a piece may wait for a free decoder.
 */
export const DECODER_DEADLINE_MS = 120_000;

/** Decoders whose calls reject if they throw or do not answer, and whose end cannot fail. */
export function guardDecoders(decoders: Decoders, clock: Clock, report: (error: unknown) => void): Decoders {
  return (coding, sink) => {
    let giveUp: (error: unknown) => void = () => undefined;
    const watch = createStallTimer(clock, DECODER_DEADLINE_MS, () => {
      giveUp(new DeadlineError(`a decoder did not answer within ${DECODER_DEADLINE_MS} ms`));
    });
    const decoder = create(decoders, coding, patient(sink, watch), report);
    if (decoder === undefined) return undefined;

    const run = (step: () => Promise<void>): Promise<void> =>
      new Promise<void>((resolve, reject) => {
        giveUp = reject;
        watch.run();
        // An executor that throws rejects the promise.
        expectPromise(step()).then(resolve, reject);
      }).then(
        () => {
          watch.pause();
        },
        (error: unknown) => {
          watch.dispose();
          if (!isDecodeError(error)) report(error);
          throw error;
        },
      );

    return {
      push: (chunk) => run(() => decoder.push(chunk)),
      finish: () => run(() => decoder.finish()),
      cancel: () => {
        watch.dispose();
        try {
          const given: { readonly cancel: () => unknown } = decoder;
          ignoreRejection(given.cancel(), report);
        } catch (error) {
          report(error);
        }
      },
    };
  };
}

function create(
  decoders: Decoders,
  coding: EncodedCoding,
  sink: DecodedSink,
  report: (error: unknown) => void,
): Decoder | undefined {
  try {
    const decoder = decoders(coding, sink);
    ignoreRejection(decoder);
    return decoder;
  } catch (error) {
    report(error);
    throw error;
  }
}

/** The same sink; the watch stops while the decoder waits for it. */
function patient(sink: DecodedSink, watch: StallTimer): DecodedSink {
  return (bytes) => {
    const wantsMore = sink(bytes);
    if (typeof wantsMore === 'boolean') return wantsMore;
    watch.pause();
    return wantsMore.then((wants) => {
      watch.run();
      return wants;
    });
  };
}

/** Compares the name: the host may have another copy of this module. */
function isDecodeError(error: unknown): boolean {
  return error instanceof Error && error.name === 'DecodeError';
}
