import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSamePath, parseTarget } from '../protocol/request-target.ts';
import type { TunnelResponse } from '../outcome/answer.ts';
import type { Tunnel } from '../tunnel.ts';
import { closeAfterAnswer, isClosing } from './linger.ts';
import { joinField } from './read-field.ts';
import { readMessage } from './read-message.ts';
import { atTurnEnd } from './turn-end.ts';

/**
 * A listener of node:http, and a middleware of Express and Connect: with `next`, requests for other paths are passed
 * on; without, they are answered 404.
 */
export type NodeListener = (
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  next?: () => void,
) => void;

/**
 * Translates between a Node server and a tunnel. Mount it ahead of body parsers: they consume the envelope, and the
 * tunnel then answers 500 and says so.
 */
export function createListener(tunnel: Tunnel): NodeListener {
  return (request, response, next) => {
    if (isClosing(request)) return;
    // Express and Connect take the mount point off `url`; the tunnel path is the whole one.
    const target = request.originalUrl ?? request.url ?? '';
    if (next !== undefined && !isSamePath(parseTarget(target).path, tunnel.path)) {
      next();
      return;
    }
    const { headers } = request;
    void tunnel
      .handle({
        method: request.method ?? '',
        target,
        // HTTP/2 calls it by another name (RFC 9113 §8.3.1).
        header: (name) => joinField(headers[name] ?? (name === 'host' ? headers[':authority'] : undefined)),
        body: readMessage(request),
        bodyUsed: request.readableDidRead,
        peerAddress: request.socket.remoteAddress,
      })
      .then((answer) => {
        atTurnEnd(() => {
          write(request, response, answer);
          request.resume();
        });
      });
  };
}

const REQUEST_TIMEOUT = 408;

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: TunnelResponse,
): void {
  // A time-out of the server's, or a client that left, may have settled the response before.
  if (response.headersSent || response.destroyed) return;
  if (isHttp2(request)) boundStream(request);
  else if (isLast(request, response, status)) closeAfterAnswer(request, response);
  const fields: (string | number)[] = ['content-length', body.byteLength];
  for (const name in headers) fields.push(name, headers[name] ?? '');
  response.writeHead(status, fields);
  response.end(body.byteLength <= MAX_TEXT_BYTES ? toText(body) : body, 'latin1');
}

/** Up to here a body goes out as text: node:http then makes one piece of it and the header, which costs less than two. */
const MAX_TEXT_BYTES = 16_384;

function toText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** How much of a refused envelope is read and dropped, in bytes, so that its connection can be used again. */
const MAX_DRAINED_BYTES = 1_048_576;

/** Whether the connection ends with this answer. Decided before it is given: `keep-alive` is a promise. */
function isLast(request: IncomingMessage, { shouldKeepAlive }: ServerResponse, status: number): boolean {
  // RFC 9110 §15.5.9: a client that takes too long over a request is not waited for any further.
  if (status === REQUEST_TIMEOUT) return true;
  // How much of a chunked body is still to come is unknown.
  if (request.complete) return false;
  return !shouldKeepAlive || !(Number(request.headers['content-length']) <= MAX_DRAINED_BYTES);
}

interface Http2Request extends IncomingMessage {
  readonly stream: { readonly close: (code: number) => void };
}

function isHttp2(request: IncomingMessage): request is Http2Request {
  return request.httpVersionMajor === 2 && 'stream' in request;
}

/** RFC 9113 §8.1: a server may answer before it has read the request, and then reset the stream with this. */
const NO_ERROR = 0;

/** HTTP/2 ends a single request, and leaves the connection alone. */
function boundStream(request: Http2Request): void {
  let readBytes = 0;
  request.on('data', (chunk: Buffer) => {
    readBytes += chunk.byteLength;
    if (readBytes > MAX_DRAINED_BYTES) request.stream.close(NO_ERROR);
  });
}
