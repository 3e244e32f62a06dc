import type { Socket } from 'node:net';

/** How long a connection is read after such an answer, so that its client gets it, in milliseconds. */
const LINGER_MS = 1_000;

const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const answered = new WeakSet<Socket>();

/**
 * Answers what node:http cannot read, or waits for in vain, and closes the connection. node:http itself closes it at
 * once; a connection that is closed with unread bytes is reset, and a reset takes the answer with it.
 * @param isAnswering whether an answer has begun on it, which this must not run into
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, isAnswering: boolean): void {
  // What is read from now on is dropped, and is an error each time.
  if (answered.has(socket)) return;
  if (!socket.writable || isAnswering || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  answered.add(socket);
  const status = STATUSES[error.code ?? ''] ?? '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
