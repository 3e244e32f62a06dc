import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSamePath, parseTarget } from '../protocol/target.ts';
import type { TunnelResponse } from '../steps/answer.ts';
import type { Tunnel } from '../tunnel.ts';
import { readField } from './read-field.ts';
import { readMessage } from './read-message.ts';

export { createNodeTransport } from './node-transport.ts';
export type { NodeTransportOptions } from './node-transport.ts';

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
    // Express and Connect take the mount point off `url`; the tunnel's path is the whole one.
    const target = request.originalUrl ?? request.url ?? '';
    if (next !== undefined && !isSamePath(parseTarget(target).path, tunnel.path)) {
      next();
      return;
    }
    void tunnel
      .handle({
        method: request.method ?? '',
        target,
        header: (name) => readField(request, name),
        body: readMessage(request),
        bodyUsed: request.readableDidRead,
        peerAddress: request.socket.remoteAddress,
      })
      .then((answer) => {
        write(response, answer);
        drain(request);
      });
  };
}

function write(response: ServerResponse, { status, headers, body }: TunnelResponse): void {
  // A time-out of the server's, or a client that left, may have settled the response before.
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/**
 * How much of a refused envelope is read and dropped, in bytes, so that its client gets to see the answer and may use
 * the connection again; one that sends more is cut off.
 */
const MAX_DRAINED_BYTES = 1_048_576;

function drain(request: IncomingMessage): void {
  if (!request.complete) {
    let drainedBytes = 0;
    request.on('data', (chunk: Buffer) => {
      drainedBytes += chunk.byteLength;
      if (drainedBytes > MAX_DRAINED_BYTES) request.destroy();
    });
  }
  request.resume();
}
