import type { Event, EventHint } from '@sentry/core';
import { capturedException, causeChain, readProperty, stackText } from './error-facts.ts';

// `ResponseAbortedName` in next/dist/server/web/spec-extension/adapters/next-request: given to whatever waited for the visitor.
const RESPONSE_ABORTED = 'ResponseAborted';

// What browsers' and Node's own abort says when nobody gave a reason. Libraries have errors of the name AbortError too
// (p-retry throws one to give up), with messages of their own.
const ABORT_MESSAGE =
  /^(?:(?:This|The) operation was aborted\.?|The user aborted a request\.|signal is aborted without reason)$/;

// React's renderer, when its destination closed (`createCancelHandler` in react-dom-server.node).
const DESTINATION_CLOSED = 'The destination stream closed early.';

// React's renderer, when told to stop: by the stream's reader going away, or by the application's own deadline.
const RENDER_ABORTED = /^The render was aborted by the server (?:without a reason|with a promise)\.$/;

// A connection to a visitor has closed: `node:_http_server`, `node:internal/http2/compat`.
const CONNECTION_CLOSED =
  /(?:abortIncoming|socketOnClose|emitCloseNT|onServerResponseClose) \((?:node:)?_http_server|onStream(?:AbortedRequest|CloseRequest|CloseResponse) \((?:node:)?internal\/http2\/compat/;

const WRITING_RESPONSE = /\b(?:Http2)?ServerResponse\./;
const STREAM_CANCELLED = /\breadableStream\w*Cancel\b/;

// Node's two HTTP clients and what is commonly built on them.
const OUTGOING_CALL =
  /_http_client\b|\bClientRequest\.|ClientHttp2|\bundici\b|node_modules\/(?:node-fetch|axios|got|@smithy|@aws-sdk|@grpc)\//;

// A deadline of the application's own: a timer that aborts, or `AbortSignal.timeout()`, which Node's own functions give as cause.
const DEADLINE = /\blistOnTimeout\b/;
const TIMEOUT = 'TimeoutError';

/**
 * Whether a server's error only says that the visitor left. Name, code and message do not tell: Node raises the very same
 * `Error: aborted` with `ECONNRESET` when a visitor goes (`abortIncoming`) and when a service that the application calls breaks off
 * its answer (`socketCloseListener` of `_http_client`). The stack does tell, and without one the event is kept. An `AbortError` of an
 * outgoing call is kept as well, for its stack is the same whether the visitor or a deadline of the application's own was the cause;
 * next to it Next raises `ResponseAborted` in the first case.
 */
export function isVisitorAbort(event: Event, hint: EventHint): boolean {
  const error = hint.originalException;
  const exception = capturedException(event);
  const name = readProperty(error, 'name') ?? exception?.type;
  if (name === RESPONSE_ABORTED) return true;
  if (name === 'AbortError' && hasCause(error, RESPONSE_ABORTED)) return true;

  const message = readProperty(error, 'message') ?? exception?.value;
  if (message === DESTINATION_CLOSED) return true;

  const stack = stackText(event, hint);
  if (stack === '' || typeof message !== 'string' || OUTGOING_CALL.test(stack)) return false;
  if (RENDER_ABORTED.test(message)) return STREAM_CANCELLED.test(stack) || CONNECTION_CLOSED.test(stack);
  if (name === 'AbortError')
    return ABORT_MESSAGE.test(message) && !DEADLINE.test(stack) && !hasCause(error, TIMEOUT);
  return isClosedConnection(readProperty(error, 'code'), message, stack);
}

function isClosedConnection(code: unknown, message: string, stack: string): boolean {
  switch (code) {
    case 'ECONNRESET':
      return message === 'aborted' || (message.startsWith('write ') && WRITING_RESPONSE.test(stack));
    case 'EPIPE':
      return WRITING_RESPONSE.test(stack);
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return CONNECTION_CLOSED.test(stack);
    default:
      return false;
  }
}

function hasCause(error: unknown, name: string): boolean {
  return causeChain(error).some((link) => readProperty(link, 'name') === name);
}
