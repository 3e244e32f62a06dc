import type { IncomingMessage } from 'node:http';

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { done: true, value: undefined };

// An error is always followed by a close.
const WAKING_EVENTS = ['readable', 'end', 'close'] as const;

/**
 * Reads a message chunk by chunk, as the stream's own iterator does, but stopping early leaves the connection alone and
 * costs far less for the one chunk most messages have. It fails when the message is cut off.
 */
export function readMessage(message: IncomingMessage): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      let waiting: { resolve: (step: Step) => void; reject: (reason: Error) => void } | undefined;

      const wake = (): void => {
        if (waiting === undefined) return;
        const { resolve, reject } = waiting;
        const chunk = message.read() as Buffer | null;
        if (chunk !== null) resolve({ done: false, value: chunk });
        // A connection that closes takes the stream's `end` with it, though the message may have come through whole.
        else if (message.readableEnded || (message.destroyed && message.complete)) resolve(DONE);
        else if (message.destroyed) reject(new Error('The message was cut off.', { cause: message.errored }));
        else return;
        waiting = undefined;
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
