import type { DecodedSink, Decoder } from './decoder.ts';

/** A slot for a decoder. The number of slots limits how many decoders hold memory at the same time. */
interface DecoderSlot {
  /** Resolves when the slot is free, or was given up. */
  readonly granted: Promise<void>;
  readonly release: () => void;
}

/** A fixed number of slots for decoders, granted in the order of the requests. */
export interface DecoderSlots {
  readonly take: () => DecoderSlot;
}

/** Creates `count` slots. */
export function createDecoderSlots(count: number): DecoderSlots {
  let free = count;
  /** In the order of the requests. Each function grants the slot. */
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
 * A decoder that is created once a slot is free; its first push waits for the slot. It keeps the slot until it
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
