import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTunnelPath, parseTarget } from '@adit/envelope';
import type { TunnelResponse } from '../outcome/answer.ts';
import type { Tunnel } from '../tunnel.ts';
import { closeAfterAnswer, isClosing } from './linger.ts';
import { joinField } from './read-field.ts';
import { readMessage } from './read-message.ts';
import { atTurnEnd } from './turn-end.ts';

/**
 * A listener of node:http, and a middleware of Express and Connect: with `next`, requests for other paths are passed
 * on; without it, they are answered 404.
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
    // Express and Connect remove the mount point from `url`; the tunnel path is the whole path.
    const target = request.originalUrl ?? request.url ?? '';
    if (next !== undefined && !isTunnelPath(parseTarget(target).path, tunnel)) {
      next();
      return;
    }
    const { headers } = request;
    void tunnel
      .handle({
        method: request.method ?? '',
        target,
        // HTTP/2 has another name for it (RFC 9113 §8.3.1).
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
  // A timeout of the server, or a client that left, may already have ended the response.
  if (response.headersSent || response.destroyed) return;
  if (isHttp2(request)) boundStream(request);
  else if (isLast(request, response, status)) closeAfterAnswer(request, response);
  const fields: (string | number)[] = ['content-length', body.byteLength];
  for (const name in headers) fields.push(name, headers[name] ?? '');
  response.writeHead(status, fields);
  response.end(body.byteLength <= MAX_TEXT_BYTES ? toText(body) : body, 'latin1');
}

/**
 * Bodies up to this size are written as text: node:http then joins body and header, which is cheaper than two writes.
 */
const MAX_TEXT_BYTES = 16_384;

function toText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** The most bytes of a refused envelope that are read and dropped so that its connection can be reused. */
const MAX_DRAINED_BYTES = 1_048_576;

/**
 * Whether the connection ends with this answer. Decided before the answer is written, because `keep-alive` is a
 * promise.
 */
function isLast(request: IncomingMessage, { shouldKeepAlive }: ServerResponse, status: number): boolean {
  // RFC 9110 §15.5.9: the server stops waiting for a client that takes too long.
  if (status === REQUEST_TIMEOUT) return true;
  // The remaining length of a chunked body is unknown.
  if (request.complete) return false;
  return !shouldKeepAlive || !(Number(request.headers['content-length']) <= MAX_DRAINED_BYTES);
}

interface Http2Request extends IncomingMessage {
  readonly stream: { readonly close: (code: number) => void };
}

function isHttp2(request: IncomingMessage): request is Http2Request {
  return request.httpVersionMajor === 2 && 'stream' in request;
}

/** RFC 9113 §8.1: a server may answer before it has read the request, and then reset the stream with this code. */
const NO_ERROR = 0;

/** HTTP/2 ends a single request and keeps the connection. */
function boundStream(request: Http2Request): void {
  let readBytes = 0;
  request.on('data', (chunk: Buffer) => {
    readBytes += chunk.byteLength;
    if (readBytes > MAX_DRAINED_BYTES) request.stream.close(NO_ERROR);
  });
}
