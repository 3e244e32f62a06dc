import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long the tunnel reads a closing connection, so that the client gets the answer. */
export interface LingerBounds {
  /** The longest time without a byte from the client, in milliseconds. 5 s, like nginx's `lingering_timeout`. */
  readonly idleMs: number;
  /** The longest time in total, in milliseconds. 30 s, like nginx's `lingering_time`. */
  readonly totalMs: number;
  /**
   * The most bytes that are read and dropped. 64 MiB: nginx has no such bound, but a client that sends more ignores the
   * answer.
   */
  readonly bytes: number;
}

/** The bounds of every connection closed by {@link closeAfterAnswer}. */
export const LINGER_BOUNDS: LingerBounds = { idleMs: 5_000, totalMs: 30_000, bytes: 64 * 2 ** 20 };

const closing = new WeakSet<Socket>();

/** Whether the last answer on this connection was given. RFC 9112 §9.6: further requests on it are ignored. */
export function isClosing({ socket }: IncomingMessage): boolean {
  return closing.has(socket);
}

/**
 * Adds `Connection: close` to the answer, and closes in the order of RFC 9112 §9.6 once it is written: first the
 * server's side, then the rest, after the client has closed its side or a bound is reached. Closing a connection with
 * unread bytes resets it, and the client then loses the answer. Call this before the head of the answer is written, and
 * read the request afterwards.
 */
export function closeAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { idleMs, totalMs, bytes }: LingerBounds = LINGER_BOUNDS,
): void {
  const { socket } = request;
  response.shouldKeepAlive = false;
  closing.add(socket);
  const cut = (): void => {
    socket.destroy();
  };
  // node:http calls this after it has written the answer.
  socket.destroySoon = () => {
    socket.end();
    if (request.complete) cut();
    else socket.setTimeout(idleMs, cut);
  };
  const timer = setTimeout(cut, totalMs).unref();
  socket.once('close', () => {
    clearTimeout(timer);
  });
  let readBytes = 0;
  request.on('data', (chunk: Buffer) => {
    readBytes += chunk.byteLength;
    if (readBytes > bytes) cut();
  });
  request.once('end', () => {
    if (response.writableFinished) cut();
  });
}
