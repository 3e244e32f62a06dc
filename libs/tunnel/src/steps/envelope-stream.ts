import type { Intake } from './intake.ts';
import { isStop, type Stop } from './outcomes.ts';
import { RETAINED_BYTES, type Retention } from './retention.ts';
import type { Watch } from './watch.ts';

/** A large envelope on its way through, part of it read. */
export interface EnvelopeStream {
  /** The chunks for ingest. They fail when the envelope turns out not to be one. */
  readonly forward: (watch: Watch) => AsyncGenerator<Uint8Array>;
  /** The whole envelope from its first byte; `undefined` where its beginning is gone. */
  readonly replay: () => AsyncGenerator<Uint8Array> | undefined;
  /** Why the envelope ended early. */
  readonly stop: () => Stop | undefined;
  /** Gives the memory back. */
  readonly release: () => void;
}

/**
 * Creates an {@link EnvelopeStream}. What was sent is kept as long as there is little of it: should ingest fail, the
 * envelope can be stored from its beginning.
 * @param retention `undefined` where nothing would be stored anyway
 */
export function createEnvelopeStream(
  held: readonly Uint8Array[],
  intake: Pick<Intake, 'next'>,
  retention: Retention | undefined,
): EnvelopeStream {
  let stop: Stop | undefined;
  let isComplete = false;
  let retained: Uint8Array[] | undefined = retention && [];
  let retainedBytes = 0;
  let reading: Promise<void> | undefined;
  let readers = 0;
  /** Read, not yet sent. */
  const queue: Uint8Array[] = [...held];

  const letGo = (): void => {
    retention?.giveBack(retainedBytes);
    retained = undefined;
    retainedBytes = 0;
  };

  const retain = (chunk: Uint8Array): void => {
    if (retained === undefined) return;
    if (retainedBytes + chunk.byteLength > RETAINED_BYTES || retention?.take(chunk.byteLength) !== true) {
      letGo();
      return;
    }
    retained.push(chunk);
    retainedBytes += chunk.byteLength;
  };

  const fill = async (): Promise<void> => {
    const pieces = await intake.next();
    if (pieces === undefined) isComplete = true;
    else if (isStop(pieces)) stop = pieces;
    else queue.push(...pieces);
  };

  /** One read at a time, whoever waits for it. */
  const readOn = (): Promise<void> => (reading ??= fill().finally(() => (reading = undefined)));

  async function* readAll(
    reader: number,
    onChunk: (chunk: Uint8Array) => void,
    watch?: Watch,
  ): AsyncGenerator<Uint8Array> {
    for (;;) {
      // The last bytes go out only once the envelope is known to be sound.
      while (!isComplete && stop === undefined && queue.length < 2) {
        watch?.pause();
        await readOn();
      }
      if (stop !== undefined) throw new Error(`The envelope is not complete: ${stop.detail}.`);
      watch?.run();
      // An end here would pass for that of the envelope.
      if (reader !== readers) throw new Error('Another reader has taken over.');
      const chunk = queue.shift();
      if (chunk === undefined) return;
      onChunk(chunk);
      yield chunk;
    }
  }

  return {
    forward: (watch) => readAll((readers += 1), retain, watch),
    replay: () => {
      if (retained === undefined) return undefined;
      const beginning = retained;
      // From now on nothing goes to the one before, which may still be waiting for its next chunk.
      const reader = (readers += 1);
      return (async function* () {
        yield* beginning;
        yield* readAll(reader, () => undefined);
      })();
    },
    stop: () => stop,
    release: letGo,
  };
}
