import type { DecodedSink, Decoder } from './decoder.ts';

/** A place among the decoders that may hold memory at the same time. */
interface DecoderSlot {
  /** Resolves when the place is free, or was given up. */
  readonly granted: Promise<void>;
  readonly release: () => void;
}

/** So many places for decoders, taken in order of asking. */
export interface DecoderSlots {
  readonly take: () => DecoderSlot;
}

/** Creates `count` places. */
export function createDecoderSlots(count: number): DecoderSlots {
  let free = count;
  /** In order of asking; each takes the place over. */
  const waiting = new Set<() => void>();

  const passOn = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };

  return {
    take: () => {
      let state: 'waiting' | 'held' | 'released' = 'waiting';
      let grant = (): void => undefined;
      const granted = new Promise<void>((resolve) => {
        grant = () => {
          waiting.delete(grant);
          if (state === 'waiting') state = 'held';
          resolve();
        };
      });
      if (free > 0) {
        free -= 1;
        grant();
      } else waiting.add(grant);
      return {
        granted,
        release: () => {
          const wasHeld = state === 'held';
          state = 'released';
          if (wasHeld) passOn();
          else grant();
        },
      };
    },
  };
}

/**
 * A decoder that is created once there is a place for it, which its first push waits for. It keeps the place until it
 * finishes, fails, is cancelled, or its sink wants no more.
 */
export function createSlottedDecoder(
  slots: DecoderSlots,
  create: (sink: DecodedSink) => Decoder,
  sink: DecodedSink,
): Decoder {
  let slot: DecoderSlot | undefined;
  let decoder: Decoder | undefined;
  let isOver = false;

  const end = (): void => {
    isOver = true;
    slot?.release();
    decoder?.cancel();
  };
  const hasEnded = (): boolean => isOver;
  const endUnless = (wantsMore: boolean): boolean => {
    if (!wantsMore) end();
    return wantsMore;
  };
  const use = async (work: (decoder: Decoder) => Promise<void>): Promise<void> => {
    if (isOver) return;
    slot ??= slots.take();
    await slot.granted;
    if (hasEnded()) return;
    decoder ??= create((bytes) => {
      const answer = sink(bytes);
      return typeof answer === 'boolean' ? endUnless(answer) : answer.then(endUnless);
    });
    try {
      await work(decoder);
    } catch (error) {
      end();
      throw error;
    }
  };

  return {
    push: (chunk) => use((created) => created.push(chunk)),
    finish: async () => {
      await use((created) => created.finish());
      end();
    },
    cancel: end,
  };
}
