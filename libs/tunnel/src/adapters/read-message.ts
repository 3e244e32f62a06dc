import type { IncomingMessage } from 'node:http';
import { concatBytes, createPieceList, type PieceList } from '@adit/envelope';
import type { RequestBody } from '../request/tunnel-request.ts';
import { atTurnEnd } from './turn-end.ts';

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { done: true, value: undefined };

/**
 * Reads a message. Unlike the stream's own iterator, stopping early does not close the connection, and the single chunk
 * of most messages costs almost nothing. It fails when the message is cut off.
 */
export function readMessage(message: IncomingMessage): RequestBody {
  return new MessageBody(message);
}

class MessageBody implements RequestBody {
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  readWhole(): Promise<Uint8Array> {
    return readWhole(this.#message);
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return readChunks(this.#message);
  }
}

function cutOff(message: IncomingMessage): Error {
  return new Error('The message was cut off.', { cause: message.errored });
}

/** When a connection closes, the stream emits no `end`, even if the whole message has arrived. */
function hasEnded(message: IncomingMessage): boolean {
  return message.readableEnded || (message.complete && message.readableLength === 0);
}

function readWhole(message: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let others: PieceList | undefined;
    const finish = (): void => {
      if (first === undefined) resolve(new Uint8Array(0));
      else resolve(others === undefined ? first : concatBytes([first, ...others.take()]));
    };
    const take = (chunk: Buffer): void => {
      if (first === undefined) first = chunk;
      else (others ??= createPieceList()).push(chunk);
    };
    const onClose = (): void => {
      for (let chunk = readLeft(message); chunk !== null; chunk = readLeft(message)) take(chunk);
      if (hasEnded(message)) finish();
      else reject(cutOff(message));
    };
    if (message.destroyed) {
      onClose();
      return;
    }
    message.on('data', take);
    message.on('end', finish);
    // Every error is followed by a close.
    message.on('close', onClose);
  });
}

/** The bytes that have arrived and were not read. */
function readLeft(message: IncomingMessage): Buffer | null {
  return message.read() as Buffer | null;
}

/**
 * One chunk at each turn of the event loop: every connection gets its share, and the chunk of a stalled connection is
 * usually freed before the next garbage collection. It uses `readable` events instead of `data`, so it holds at most
 * one chunk.
 */
function readChunks(message: IncomingMessage): AsyncIterator<Uint8Array, undefined> {
  let waiting: { resolve: (step: Step) => void; reject: (reason: Error) => void } | undefined;
  let isListening = false;

  const takeChunk = (): void => {
    if (waiting === undefined) return;
    const { resolve } = waiting;
    const value = readLeft(message);
    if (value === null) return;
    waiting = undefined;
    resolve({ done: false, value });
  };

  const onReadable = (): void => {
    if (waiting !== undefined) atTurnEnd(takeChunk);
  };

  const onOver = (): void => {
    // A closing connection may leave a chunk behind.
    takeChunk();
    if (waiting === undefined) return;
    const { resolve, reject } = waiting;
    waiting = undefined;
    if (hasEnded(message)) resolve(DONE);
    else reject(cutOff(message));
  };

  const listen = (): void => {
    isListening = true;
    message.on('readable', onReadable);
    message.on('end', onOver);
    message.on('close', onOver);
  };

  return {
    next: () => {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (message.readableLength === 0 && (message.readableEnded || message.destroyed)) {
          onOver();
          return;
        }
        if (!isListening) listen();
        // A message that has ended says so only if it is read further.
        atTurnEnd(takeChunk);
      });
    },
    return: () => {
      message.off('readable', onReadable);
      message.off('end', onOver);
      message.off('close', onOver);
      waiting?.reject(cutOff(message));
      waiting = undefined;
      return Promise.resolve(DONE);
    },
  };
}
