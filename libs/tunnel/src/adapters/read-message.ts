import type { IncomingMessage } from 'node:http';

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { done: true, value: undefined };

const WAKING_EVENTS = ['readable', 'end', 'error', 'close'] as const;

/**
 * Reads a message chunk by chunk, as the stream's own iterator does, but stopping early leaves the connection alone and
 * a chunk that is already there costs one promise. It fails when the message is cut off.
 */
export function readMessage(message: IncomingMessage): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      let waiting: { resolve: (step: Step) => void; reject: (reason: Error) => void } | undefined;

      const take = (): Step | Error | undefined => {
        const chunk = message.read() as Buffer | null;
        if (chunk !== null) return { done: false, value: chunk };
        // A connection that closes takes the stream's `end` with it, though the message may have come through whole.
        if (message.readableEnded || (message.destroyed && message.complete)) return DONE;
        return message.destroyed
          ? new Error('The message was cut off.', { cause: message.errored })
          : undefined;
      };

      const wake = (): void => {
        if (waiting === undefined) return;
        const step = take();
        if (step === undefined) return;
        const { resolve, reject } = waiting;
        waiting = undefined;
        if (step instanceof Error) reject(step);
        else resolve(step);
      };

      for (const event of WAKING_EVENTS) message.on(event, wake);
      return {
        next: () =>
          new Promise((resolve, reject) => {
            waiting = { resolve, reject };
            wake();
          }),
        return: () => {
          for (const event of WAKING_EVENTS) message.off(event, wake);
          return Promise.resolve(DONE);
        },
      };
    },
  };
}
