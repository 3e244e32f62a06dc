/** A body that can be read a second time from its first byte, after a first reader has given up. */
export interface ReplayedBody {
  /** For the first reader. It keeps the bytes that were read. */
  readonly first: () => AsyncIterable<Uint8Array>;
  /** For the second reader: the bytes that the first has read, which are freed on the way, then the rest. */
  readonly again: () => AsyncIterable<Uint8Array>;
  /** Whether the source has failed, so that there is nothing to store. */
  readonly hasFailed: () => boolean;
  /** Tells the source that nobody continues to read. */
  readonly close: () => Promise<void>;
}

/** Creates a {@link ReplayedBody}. Neither reader closes the source. */
export function replayBody(body: AsyncIterable<Uint8Array>): ReplayedBody {
  const source = body[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let isOver = false;
  let isBroken = false;

  async function* read(keep: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
    while (!isOver) {
      isBroken = true;
      const step = await source.next();
      isBroken = false;
      isOver = step.done === true;
      if (step.done === true) return;
      keep(step.value);
      yield step.value;
    }
  }
  return {
    first: () => read((chunk) => seen.push(chunk)),
    again: async function* () {
      for (let chunk = seen.shift(); chunk !== undefined; chunk = seen.shift()) yield chunk;
      yield* read(() => undefined);
    },
    hasFailed: () => isBroken,
    close: async () => {
      await source.return?.();
    },
  };
}
