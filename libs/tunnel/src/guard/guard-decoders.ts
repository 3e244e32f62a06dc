import type { EncodedCoding } from '../protocol/content-encoding.ts';
import type { DecodedSink, Decoder, Decoders } from '../envelope/decoder.ts';
import type { Clock } from '../clock/clock.ts';
import { createStallTimer, type StallTimer } from '../clock/stall-timer.ts';
import { expectPromise, ignoreRejection } from '../thenable.ts';
import { DeadlineError } from './deadline.ts';

/**
 * So long one piece of a body may take to decode, in milliseconds; then its coding counts as broken. Long, as it may
 * wait for a place among the decoders.
 */
export const DECODER_DEADLINE_MS = 120_000;

/** Decoders whose calls reject where they throw or do not answer, and whose end cannot fail. */
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
        // An executor that throws rejects.
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

/** The same sink; while it has the decoder wait, it is not the decoder's turn. */
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

/** By its name: the host may have another copy of this module. */
function isDecodeError(error: unknown): boolean {
  return error instanceof Error && error.name === 'DecodeError';
}
