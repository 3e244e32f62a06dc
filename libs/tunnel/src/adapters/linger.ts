import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a closing connection is read, so that its client gets the answer. */
export interface LingerBounds {
  /** Without a byte from the client, in milliseconds. 5 s, as nginx's `lingering_timeout`. */
  readonly idleMs: number;
  /** In all, in milliseconds. 30 s, as nginx's `lingering_time`. */
  readonly totalMs: number;
  /** Read and dropped, in bytes. 64 MiB: nginx has no such bound, but a client that sends more ignores the answer. */
  readonly bytes: number;
}

/** The bounds of every connection closed by {@link closeAfterAnswer}. */
export const LINGER_BOUNDS: LingerBounds = { idleMs: 5_000, totalMs: 30_000, bytes: 64 * 2 ** 20 };

const closing = new WeakSet<Socket>();

/** Whether the last answer on this connection has been given: RFC 9112 §9.6 has further requests on it ignored. */
export function isClosing({ socket }: IncomingMessage): boolean {
  return closing.has(socket);
}

/**
 * Has the answer say `Connection: close`, and closes in the order of RFC 9112 §9.6 once it is written: first the
 * server's side, then, after the client has closed its own or a bound is reached, the rest. A connection that is closed
 * with unread bytes is reset, and a reset takes the answer with it. Call it before the answer's head is written; read
 * the request afterwards.
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
  // node:http calls this when the answer is written.
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
