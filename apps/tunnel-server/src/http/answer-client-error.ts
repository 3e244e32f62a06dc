import type { Socket } from 'node:net';

/** How long the connection is read after the answer, so that the client receives it, in milliseconds. */
const LINGER_MS = 1_000;

const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const answered = new WeakSet<Socket>();

/**
 * Answers a request that node:http cannot parse or that timed out, then closes the connection. node:http itself would
 * close it at once. Closing with unread bytes resets the connection, and the client would lose the answer.
 * @param isAnswering whether an answer has already begun on the connection; it is then cut instead
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, isAnswering: boolean): void {
  // Each further chunk causes another error.
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
